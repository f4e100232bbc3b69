#include "explainee/information/crossfit/cross_sweep.h"

#include <gtest/gtest.h>

#include "explainee/base/random.h"
#include "explainee/information/crossfit/fold_grams.h"

namespace explainee::information {
namespace {

/// Rows of 1, four related numbers and a target, in five folds of different sizes, with weights.
struct FiveFolds {
  FoldRows folds;
  Eigen::MatrixXd values;

  explicit FiveFolds(std::uint64_t seed) {
    base::Random random(seed);
    folds.ends = {11, 25, 36, 52, 60};
    folds.weights = Eigen::VectorXd(60);
    values = Eigen::MatrixXd(60, 6);
    for (Eigen::Index i = 0; i < 60; ++i) {
      folds.weights[i] = 0.2 + random.uniform();
      values(i, 0) = 1;
      for (int j = 1; j < 5; ++j) values(i, j) = random.normal() + (j > 1 ? 0.6 * values(i, j - 1) : 0.0);
      values(i, 5) = values(i, 1) - 2 * values(i, 3) + 0.5 * random.normal();
    }
  }

  /// Σ w·r² of the fold and of the others, by a regression on the others that knows nothing of sweeps.
  [[nodiscard]] std::pair<double, double> losses(std::size_t fold, const std::vector<int>& taken) const {
    std::vector<Eigen::Index> in;
    std::vector<Eigen::Index> out;
    for (Eigen::Index i = 0; i < values.rows(); ++i)
      (i >= folds.begin(fold) && i < folds.ends[fold] ? out : in).push_back(i);
    const Eigen::MatrixXd x = values(Eigen::all, taken);
    const Eigen::VectorXd root = folds.weights.cwiseSqrt();
    const Eigen::MatrixXd scaled = root.asDiagonal() * x;
    const Eigen::VectorXd target = root.asDiagonal() * values.col(5);
    const Eigen::VectorXd slopes = scaled(in, Eigen::all).colPivHouseholderQr().solve(target(in));
    const Eigen::VectorXd rest = target - scaled * slopes;
    return {rest(out).squaredNorm(), rest(in).squaredNorm()};
  }
};

TEST(CrossSweep, IsARegressionPerFold) {
  const FiveFolds rows(1);
  CrossSweep sweep(fold_products(rows.folds, rows.values, rows.values));
  std::vector<int> taken = {0};
  for (const int variable : {3, 1, 4}) {
    for (std::size_t fold = 0; fold < sweep.folds(); ++fold) {
      const auto before = rows.losses(fold, taken);
      EXPECT_NEAR(sweep.held_out(fold, 5, 5), before.first, 1e-10);
      EXPECT_NEAR(sweep.fitted(fold, 5, 5), before.second, 1e-10);
      std::vector<int> more = taken;
      more.push_back(variable);
      const auto after = rows.losses(fold, more);
      EXPECT_NEAR(sweep.gain(fold, variable, 5), before.first - after.first, 1e-10);
      EXPECT_NEAR(sweep.fitted_gain(fold, variable, 5), before.second - after.second, 1e-10);
    }
    ASSERT_TRUE(sweep.take(variable));
    taken.push_back(variable);
  }
}

TEST(CrossSweep, PassesOverWhatFollowsFromTheOthers) {
  FiveFolds rows(2);
  rows.values.col(4) = 3 * rows.values.col(1) - rows.values.col(2).array().matrix();
  CrossSweep sweep(fold_products(rows.folds, rows.values, rows.values));
  ASSERT_TRUE(sweep.take(1));
  ASSERT_TRUE(sweep.take(2));
  EXPECT_FALSE(sweep.open(4));
  EXPECT_FALSE(sweep.take(4));
  EXPECT_EQ(sweep.gain(0, 4, 5), 0);
}

}  // namespace
}  // namespace explainee::information
