#include "explainee/moments/fold_assignment.h"

#include <gtest/gtest.h>

#include <set>

#include <algorithm>

namespace explainee::moments {
namespace {

TEST(FoldAssignment, SizesDifferByAtMostOneAndOrderVaries) {
  FoldAssignment deal(20, 3);
  std::vector<int> sizes(20, 0);
  std::vector<int> first_run;
  std::vector<int> second_run;
  for (int row = 0; row < 1007; ++row) {
    const int fold = deal.of_row(row);
    ++sizes[static_cast<std::size_t>(fold)];
    if (row < 20) first_run.push_back(fold);
    if (row >= 20 && row < 40) second_run.push_back(fold);
  }
  EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()) - *std::min_element(sizes.begin(), sizes.end()), 1);
  EXPECT_NE(first_run, second_run);
}

TEST(FoldAssignment, DependsOnTheRowNumberAlone) {
  FoldAssignment forward(20, 1);
  FoldAssignment jump(20, 1);
  std::vector<int> folds;
  for (int row = 0; row < 100; ++row) folds.push_back(forward.of_row(row));
  EXPECT_EQ(jump.of_row(77), folds[77]);
  EXPECT_EQ(jump.of_row(3), folds[3]);
}

TEST(FoldAssignment, BlocksStayTogether) {
  const FoldAssignment deal(20, 1);
  EXPECT_EQ(deal.of_block(3.0), 3);
  std::set<int> used;
  for (int k = 1; k <= 200; ++k) used.insert(deal.of_block(20.0 * k));
  EXPECT_EQ(used.size(), 20U);  // postcodes and ids in tens spread too
  EXPECT_EQ(deal.of_block(std::string_view("Oslo")), deal.of_block(std::string_view("Oslo")));
  const int fold = deal.of_block(0.5);
  EXPECT_GE(fold, 0);
  EXPECT_LT(fold, 20);
}

}  // namespace
}  // namespace explainee::moments
