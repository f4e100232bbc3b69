#include "explainee/explain/learnt/sampled_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "explainee/explain/testing/held_columns.h"

namespace explainee::explain::sampled_rows_test {
namespace {

HeldRows in_groups(int rows, int size) {
  std::vector<double> values;
  for (int i = 0; i < rows; ++i) values.push_back(i);
  HeldRows held = testing::held_columns({{"x", values}}, {values});
  for (int i = 0; i < rows; ++i) held.groups[static_cast<std::size_t>(i)] = i / size;
  held.group_count = rows / size;
  held.blocks = true;
  return held;
}

TEST(SampledRows, TakesWholeGroupsAndKeepsThemInOneFold) {
  const HeldRows held = in_groups(600, 6);
  const SampledRows rows(held, {100, 4, 7});
  EXPECT_EQ(rows.size(), 96U);
  const std::vector<double> target(rows.size(), 0.0);
  const std::vector<int> fold = rows.deal({target, 0, {}});
  std::map<int, std::set<int>> folds;
  std::map<int, int> size;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int group = held.groups[static_cast<std::size_t>(rows.rows()[i])];
    folds[group].insert(fold[i]);
    ++size[group];
  }
  for (const auto& [group, own] : folds) EXPECT_EQ(own.size(), 1U);
  for (const auto& [group, own] : size) EXPECT_EQ(own, 6);
}

TEST(SampledRows, OneLargeGroupIsBetterThanNone) {
  EXPECT_EQ(SampledRows(in_groups(300, 300), {100, 4, 0}).size(), 300U);
}

TEST(SampledRows, ValuesOfTheRowsThatWereTaken) {
  const HeldRows held = in_groups(50, 1);
  const SampledRows rows(held, {20, 4, 3});
  const std::vector<double> some = rows.at(held.sources.front().values);
  ASSERT_EQ(some.size(), 20U);
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(some[i], static_cast<double>(rows.rows()[i]));
}

}  // namespace
}  // namespace explainee::explain::sampled_rows_test
