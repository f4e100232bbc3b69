#include <gtest/gtest.h>

#include "explainee/base/random.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {
namespace {

/// Sums of one, a few and many columns, over all columns or over the first ones only.
Eigen::MatrixXd sums(Eigen::Index columns, bool all, base::Random& random) {
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(columns, columns);
  for (Eigen::Index k = 0; k < columns; ++k) {
    const Eigen::Index members = k % 3 == 0 ? 1 : k % 3 == 1 ? 3 : columns;
    for (Eigen::Index i = 0; i < members; ++i) weights((k + 7 * i) % columns, k) = random.normal();
  }
  if (!all) weights.bottomRows(columns - columns / 10).setZero();
  return weights;
}

TEST(Covariance, OfSumsAsByPlainProducts) {
  base::Random random(5);
  for (const Eigen::Index columns : {1, 9, 40}) {
    for (const bool all : {true, false}) {
      Eigen::MatrixXd rows(60, columns);
      for (double& cell : rows.reshaped()) cell = random.normal();
      const Eigen::MatrixXd scatter = rows.transpose() * rows;
      Fold fold;
      fold.weight = 60;
      fold.mean = Eigen::VectorXd::Zero(columns);
      fold.scatter = scatter.triangularView<Eigen::Lower>();  // what lies above is never read
      const Eigen::MatrixXd weights = sums(columns, all, random);
      const Eigen::MatrixXd cross = covariance_with(fold, weights).value();
      const Eigen::MatrixXd right = scatter * weights / 60;
      EXPECT_LT((cross - right).cwiseAbs().maxCoeff(), 1e-12) << columns;
      EXPECT_LT((covariance_of_sums(weights, cross) - weights.transpose() * right).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace explainee::moments
