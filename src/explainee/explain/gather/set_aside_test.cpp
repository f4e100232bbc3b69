#include "explainee/explain/gather/set_aside.h"

#include <gtest/gtest.h>

namespace explainee::explain::set_aside_test {
namespace {

TEST(Categories, HaveTwentyRowsForEachLevel) {
  EXPECT_EQ(why_no_category(3, 60), "");
  EXPECT_EQ(why_no_category(3, 59), "it has 3 different texts in 59 rows");
  EXPECT_EQ(why_no_category(0, 0), "");
}

TEST(Categories, NumbersWithCommasAreRecognised) {
  EXPECT_TRUE(looks_like_decimal_commas({"-3,25", "0,5", "12,0"}));
  EXPECT_FALSE(looks_like_decimal_commas({"0,5", "12,0"}));  // two texts may be anything
  for (const char* other : {"12", "1,2,3", ",5", "-,5", "5,", "1.5", "a,5", "5,a", "--1,5", ""})
    EXPECT_FALSE(looks_like_decimal_commas({other, other, "1,5"})) << other;
}

TEST(Categories, FourOfFiveLevelsWithACommaAreEnough) {
  std::vector<std::string> levels = {"1,5", "2,5", "3,5", "4,5", "none"};
  EXPECT_TRUE(looks_like_decimal_commas(levels));
  levels.emplace_back("unknown");
  EXPECT_FALSE(looks_like_decimal_commas(levels));
}

TEST(SetAside, NamesOfOutcomesAreSuspectWhateverTheirCase) {
  for (const char* name : {"y", "Target", "ID", "row"}) {
    data::Column column;
    column.name = name;
    EXPECT_TRUE(why_suspect(column).has_value()) << name;
    column.name += "s";
    EXPECT_FALSE(why_suspect(column).has_value()) << name;
  }
  data::Column dates{"when"};
  dates.unreadable = "dates";
  EXPECT_EQ(why_suspect(dates), base::Message("it holds dates, neither numbers nor text"));
}

TEST(SetAside, WhatTheRequestNamesIsAskedFor) {
  Gathered gathered;
  gathered.columns = {{"a"}, {"town", data::ColumnType::kText}, {"rule"}, {"c"}};
  gathered.roles.person.known = {{"town", person::Way::kKnows}};
  gathered.roles.judged = {2};
  std::vector<bool> asked;
  for (std::size_t i = 0; i < 4; ++i) asked.push_back(asked_for(gathered, i));
  EXPECT_EQ(asked, (std::vector<bool>{false, true, true, false}));
  gathered.roles.features_given = true;  // whoever is still eligible was named
  EXPECT_TRUE(asked_for(gathered, 3));
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
