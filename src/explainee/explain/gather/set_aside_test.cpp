#include "explainee/explain/gather/set_aside.h"

#include <gtest/gtest.h>

namespace explainee::explain::set_aside_test {
namespace {

TEST(SetAside, WhatTheRequestNamesIsAskedFor) {
  Gathered gathered;
  gathered.columns = {{"a"}, {"town", data::ColumnType::kText}, {"rule"}, {"c"}};
  gathered.roles.judged = {2};
  std::vector<bool> asked;
  for (std::size_t i = 0; i < 4; ++i) asked.push_back(asked_for(gathered.roles, i, gathered.columns[i].name == "town"));
  EXPECT_EQ(asked, (std::vector<bool>{false, true, true, false}));
  gathered.roles.features_given = true;  // whoever is still eligible was named
  EXPECT_TRUE(asked_for(gathered.roles, 3, false));
}

TEST(SetAside, AColumnThatIsSetAsideIsNowhereAnyMore) {
  Gathered gathered;
  gathered.columns = {{"a"}, {"town", data::ColumnType::kText}, {"c"}};
  gathered.roles.eligible = {0, 1, 2};
  gathered.reasons = {1, 2};
  for (const std::vector<std::size_t>& columns : {std::vector<std::size_t>{0}, {0, 1}, {2}}) {
    gathered.proposals.emplace_back();
    gathered.proposals.back().columns = columns;
  }
  set_aside(gathered, 1, "too many");
  EXPECT_EQ(gathered.roles.eligible, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(gathered.reasons, (std::vector<std::size_t>{2}));
  ASSERT_EQ(gathered.proposals.size(), 2U);
  EXPECT_EQ(gathered.proposals[1].columns, (std::vector<std::size_t>{2}));
  ASSERT_EQ(gathered.roles.set_aside.size(), 1U);
  EXPECT_EQ(gathered.roles.set_aside[0].name, "town");
  EXPECT_EQ(gathered.roles.set_aside[0].reason, base::Message("too many"));
}

}  // namespace
}  // namespace explainee::explain::set_aside_test
