#include "explainee/moments/accumulate/fold_assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace explainee::moments {
namespace {

TEST(FoldAssignment, SizesDifferByAtMostOneAndOrderVaries) {
  std::vector<int> folds(1007);
  FoldAssignment(20, 3).of_rows(0, folds);
  std::vector<int> sizes(20, 0);
  for (const int fold : folds) ++sizes[static_cast<std::size_t>(fold)];
  EXPECT_LE(*std::ranges::max_element(sizes) - *std::ranges::min_element(sizes), 1);
  EXPECT_FALSE(std::equal(folds.begin(), folds.begin() + 20, folds.begin() + 20));
}

TEST(FoldAssignment, DependsOnTheRowNumberAlone) {
  const FoldAssignment deal(20, 1);
  std::vector<int> folds(100);
  deal.of_rows(0, folds);
  for (std::size_t first = 0; first < folds.size(); ++first) {
    for (std::size_t count = 1; first + count <= folds.size(); ++count) {
      std::vector<int> part(count);
      deal.of_rows(static_cast<std::int64_t>(first), part);
      EXPECT_TRUE(std::ranges::equal(part, std::span<const int>(folds).subspan(first, count))) << first << ' ' << count;
    }
  }
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
