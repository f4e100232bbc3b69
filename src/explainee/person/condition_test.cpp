#include "explainee/person/condition.h"

#include <gtest/gtest.h>

#include "explainee/base/random.h"

namespace explainee::person {
namespace {

/// Centred random rows with some structure.
Eigen::MatrixXd random_rows(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd x(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) x(i, j) = random.normal() + (j > 0 ? 0.7 * x(i, j - 1) : 0.0);
  }
  return x.rowwise() - x.colwise().mean();
}

/// What least squares on the rows of u makes of the columns of x.
Eigen::MatrixXd fitted_to(const Eigen::MatrixXd& x, const Eigen::MatrixXd& u) {
  const Eigen::MatrixXd square = u.transpose() * u;
  const Eigen::MatrixXd right = u.transpose() * x;
  return u * square.ldlt().solve(right);
}

/// Residual covariance of all columns after least squares on u, from the rows.
Eigen::MatrixXd residual_covariance(const Eigen::MatrixXd& x, const Eigen::MatrixXd& u) {
  const Eigen::MatrixXd residual = x - fitted_to(x, u);
  return residual.transpose() * residual / static_cast<double>(x.rows());
}

TEST(Condition, AgreesWithLeastSquaresOnTheRows) {
  const Eigen::MatrixXd x = random_rows(200, 6, 1);
  const Eigen::MatrixXd covariance = x.transpose() * x / 200.0;
  Eigen::MatrixXd weights(6, 2);
  weights << 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 2;
  const Conditioning given = condition_on(covariance, weights);
  EXPECT_EQ(given.rank(), 2);
  EXPECT_LT((given.given - residual_covariance(x, x * weights)).cwiseAbs().maxCoeff(), 1e-12);
  // weights_for() is the least-squares prediction itself
  const Eigen::VectorXd fitted = x * given.weights_for(3);
  const Eigen::VectorXd direct = fitted_to(x.col(3), x * weights);
  EXPECT_LT((fitted - direct).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Condition, DependentAndConstantColumnsOfUArePassedOver) {
  const Eigen::MatrixXd x = random_rows(100, 4, 2);
  const Eigen::MatrixXd covariance = x.transpose() * x / 100.0;
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(4, 4);
  weights.col(0) << 1, 1, 0, 0;
  weights.col(1) << 1e6, 1e6, 0, 0;  // the same in another unit
  weights.col(3) << 0, 0, 1, 0;      // column 2 is constant 0
  const Conditioning given = condition_on(covariance, weights);
  EXPECT_EQ(given.rank(), 2);
  EXPECT_LT(given.given(2, 2), 1e-12);
}

TEST(Condition, NobodyChangesNothing) {
  const Eigen::MatrixXd x = random_rows(50, 3, 3);
  const Eigen::MatrixXd covariance = x.transpose() * x / 50.0;
  const Conditioning given = condition_on(covariance, Eigen::MatrixXd(3, 0));
  EXPECT_EQ(given.rank(), 0);
  EXPECT_EQ(given.given, covariance);
  EXPECT_EQ(given.weights_for(1), Eigen::VectorXd::Zero(3));
}

TEST(Condition, IndependentColumnsLeaveOutWhatFollows) {
  Eigen::MatrixXd x = random_rows(60, 3, 4);
  x.col(2) = 1.0 * x.col(0) - 2.0 * x.col(1);
  const Eigen::MatrixXd covariance = x.transpose() * x / 60.0;
  EXPECT_EQ(independent_columns(covariance, covariance.diagonal()).size(), 2U);
}

}  // namespace
}  // namespace explainee::person
