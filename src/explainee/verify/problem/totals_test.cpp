#include "explainee/verify/problem/totals.h"

#include <gtest/gtest.h>

#include "explainee/verify/problem/checked_problem.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

moments::Moments weighing(double weight, double squares) {
  base::Random random(1);
  moments::Moments moments = totals_of(make_rows(random, 20, 3));
  moments.folds.front().weight = weight;
  moments.folds.front().weight_squares = squares;
  return moments;
}

bool exceed(double weight, double squares, std::size_t count) {
  const moments::Moments moments = weighing(weight, squares);
  return Totals(moments, moments.folds.front()).rows_exceed(count);
}

TEST(RowsExceed, IsToldToTheLastDigit) {
  EXPECT_TRUE(exceed(20, 20, 19));
  EXPECT_FALSE(exceed(20, 20, 20));
  // W²/w₂ = 1 + 2⁻¹⁰⁴, 1, 1 − 2⁻¹⁰⁶ …, less than a ball can tell
  EXPECT_TRUE(exceed(1 + 0x1p-52, 1 + 0x1p-51, 1));
  EXPECT_FALSE(exceed(1, 1, 1));
  EXPECT_TRUE(exceed(1 - 0x1p-53, 1 - 0x1p-52, 1));
  EXPECT_FALSE(exceed(1 - 0x1p-53, 1 - 0x1p-53, 1));
  EXPECT_THROW((void)exceed(1e-300, 1e-300, 1), NotProven);
  EXPECT_THROW((void)exceed(1e300, 1e300, 1), NotProven);
}

/// Two draws that differ by little beside their means, which digits cannot tell from nothing.
Certificate of_draws() {
  Certificate claim;
  claim.prediction.columns = {2, 3};
  claim.prediction.draws = true;
  claim.candidates = {{"x0", {0}}, {"x1", {1}}};
  claim.s = 1;
  return claim;
}

TEST(CheckedProblem, DrawsWhoseDifferenceCannotBeToldAreNotTakenForEqual) {
  base::Random random(2);
  moments::Moments moments = totals_of(make_rows(random, 20, 3));
  moments::Fold& fold = moments.folds.front();
  fold.scatter.row(3) = fold.scatter.row(2);
  fold.scatter(3, 3) = fold.scatter(3, 2) = fold.scatter(2, 2);
  fold.mean[3] = fold.mean[2];
  const double spread = std::sqrt(fold.scatter(2, 2) / fold.weight);
  const auto problem = [&] {
    const Totals totals(moments, moments.folds.front());
    (void)CheckedProblem(of_draws(), totals, {});
  };
  EXPECT_NO_THROW(problem());  // the same draw twice
  fold.mean[3] += 1e-5 * spread;
  EXPECT_NO_THROW(problem());
  for (const std::size_t draw : {2U, 3U}) moments.columns[draw].shift = spread * 0x1p83;
  EXPECT_THROW(problem(), NotProven);
}

}  // namespace
}  // namespace explainee::verify
