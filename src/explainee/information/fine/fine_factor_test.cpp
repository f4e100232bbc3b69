#include "explainee/information/fine/fine_factor.h"

#include <gtest/gtest.h>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"

namespace explainee::information::fine_factor_test {
namespace {

FineMatrix to_fine(const Eigen::MatrixXd& matrix) {
  FineMatrix result(matrix.rows(), matrix.cols());
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) result(i, j) = matrix(i, j);
  }
  return result;
}

Eigen::MatrixXd random_covariance(std::uint64_t seed, Eigen::Index n) {
  base::Random random(seed);
  Eigen::MatrixXd values(2 * n, n);
  for (double& value : values.reshaped()) value = random.normal();
  return values.transpose() * values;
}

TEST(FineFactor, LeavesWhatRegressionLeaves) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Eigen::MatrixXd covariance = random_covariance(seed, 5);
    FineFactor factor(to_fine(covariance), covariance.diagonal());
    ASSERT_EQ(factor.take(std::vector<int>{1, 3}), 2);
    const std::vector<int> on = {1, 3};
    const std::vector<int> of = {0, 2, 4};
    const Eigen::MatrixXd weights = covariance(on, on).ldlt().solve(covariance(on, of));
    const Eigen::MatrixXd left = covariance(of, of) - covariance(of, on) * weights;
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) EXPECT_NEAR(factor.left(of[a], of[b]).value(), left(a, b), 1e-12);
      const std::vector<base::DoubleDouble> own = factor.weights(of[a], 2);
      for (int k = 0; k < 2; ++k) EXPECT_NEAR(own[k].value(), weights(factor.taken()[k] == 1 ? 0 : 1, a), 1e-12);
    }
    EXPECT_NEAR(base::logarithm(factor.pivot(0)) + base::logarithm(factor.pivot(1)),
                std::log(covariance(on, on).determinant()), 1e-12);
    EXPECT_NEAR(log_determinant(to_fine(covariance)), std::log(covariance.determinant()), 1e-12);
  }
}

TEST(FineFactor, TakesNoneThatOthersDetermine) {
  Eigen::MatrixXd covariance(3, 3);
  const double share = 1e-6;
  covariance << 1, 1, 0, 1, 1 + share * share, 0, 0, 0, 0;
  FineFactor factor(to_fine(covariance), covariance.diagonal());
  EXPECT_EQ(factor.take(std::vector<int>{0, 1, 2}), 1);  // the second keeps 1e-12, the third is constant
  EXPECT_EQ(factor.left(0, 0).value(), 0.0) << "the second has the larger share";
}

TEST(FineFactor, KeepsDigitsThatDoublesLose) {
  // Hilbert's matrix of order 6, whose determinant is known exactly; in doubles nine digits would be left.
  constexpr int kOrder = 6;
  FineMatrix hilbert(kOrder, kOrder);
  Eigen::VectorXd own(kOrder);
  for (int i = 0; i < kOrder; ++i) {
    for (int j = 0; j < kOrder; ++j) hilbert(i, j) = base::DoubleDouble(1) / static_cast<double>(i + j + 1);
    own[i] = 1e-6;  // so that none counts as determined
  }
  // 1/det: 186313420339200000 (OEIS A005249).
  EXPECT_NEAR(log_determinant(hilbert), -std::log(186313420339200000.0), 1e-14);
  FineFactor factor(hilbert, own);
  EXPECT_EQ(factor.take(std::vector<int>{0, 1, 2, 3, 4, 5}), kOrder);
  double sum = 0;
  for (std::size_t k = 0; k < kOrder; ++k) sum += base::logarithm(factor.pivot(k));
  EXPECT_NEAR(sum, -std::log(186313420339200000.0), 1e-13);
}

}  // namespace
}  // namespace explainee::information::fine_factor_test
