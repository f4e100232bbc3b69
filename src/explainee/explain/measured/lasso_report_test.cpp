#include "explainee/explain/measured/lasso_report.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/naive_moments.h"

namespace explainee::explain::lasso_report_test {
namespace {

/// Eight rows of three uncorrelated columns of variance 1 (1, −1), then a prediction.
Eigen::MatrixXd crossed_rows() {
  Eigen::MatrixXd rows(8, 4);
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 3; ++j) rows(i, j) = (i >> j) % 2 == 0 ? 1 : -1;
    rows(i, 3) = 3 * rows(i, 0) - 2 * rows(i, 1) + rows(i, 2) + rows(i, 0) * rows(i, 1);
  }
  return rows;
}

/// Columns 0, 1, 2 are the candidates for column 3.
struct Scene {
  moments::Fold total;
  Setting setting;
  PersonProblem problem;

  explicit Scene(const Eigen::MatrixXd& rows, const Eigen::VectorXd& user = {}) : total(testing::fold_of(rows)) {
    setting.summary_weights = user.size() > 0 ? Eigen::MatrixXd(user) : Eigen::MatrixXd(4, 0);
    setting.predictions = setting.independent = {3};
    for (const int x : {0, 1, 2}) setting.candidates.push_back(testing::candidate_of("x", {x}));
    problem = make_problem(setting, total);
  }
  [[nodiscard]] LassoReport report(int sparsity, const search::Set& exact) const {
    const auto lasso = search::lasso_with_sparsity(problem.problem, lasso_weights(problem.problem, false), sparsity);
    return report_lasso(setting, problem, total, lasso, exact, false);
  }
};

TEST(LassoReport, OfUncorrelatedFactsTheyEnterAtTheirCovariances) {
  const LassoReport report = Scene(crossed_rows()).report(2, {0, 1});  // covariances 3, −2 and 1
  const double rows = 8;
  ASSERT_TRUE(report.lambda.has_value());
  EXPECT_NEAR(report.lambda->low, 2 * rows * 1, 1e-10);
  EXPECT_NEAR(report.lambda->high, 2 * rows * 2, 1e-10);
  EXPECT_TRUE(report.equals_exact);
  ASSERT_TRUE(report.equal_for.has_value());
  EXPECT_NEAR(report.equal_for->low, 2 * rows * 1, 1e-10);
  EXPECT_NEAR(report.equal_for->high, 2 * rows * 2, 1e-10);
  EXPECT_TRUE(report.standardised);
  EXPECT_NEAR(report.max_correlation_given_user, 0, 1e-12);
  EXPECT_EQ(report.max_correlation_with_user, 0);  // there is no user
}

TEST(LassoReport, SomeSetsTheLassoNeverFinds) {
  EXPECT_FALSE(Scene(crossed_rows()).report(2, {0, 2}).equals_exact);  // column 1 enters before column 2
  EXPECT_FALSE(Scene(crossed_rows()).report(2, {0, 2}).equal_for.has_value());
}

TEST(LassoReport, WithoutFactsEveryLargePenaltyAgrees) {
  const LassoReport report = Scene(crossed_rows()).report(1, {});
  EXPECT_TRUE(report.equals_exact);
  EXPECT_FALSE(report.equal_for.has_value());
}

TEST(LassoReport, CorrelationsAreThoseGivenHerAndWithHer) {
  Eigen::MatrixXd rows = crossed_rows();
  rows.col(2) = rows.col(0) + rows.col(1) + 0.5 * rows.col(2);
  const LassoReport report = Scene(rows, Eigen::Vector4d(1, 0, 0, 0)).report(1, {1});  // she has column 0
  EXPECT_NEAR(report.max_correlation_given_user, 1 / std::sqrt(1 + 0.25), 1e-12);
  EXPECT_NEAR(report.max_correlation_with_user, 1, 1e-12);
  const LassoReport other = Scene(rows, Eigen::Vector4d(1, -1, 0, 0)).report(1, {1});
  EXPECT_NEAR(other.max_correlation_with_user, 1 / std::sqrt(2), 1e-12);  // with columns 0 and 1; 2 is uncorrelated
}

TEST(LassoReport, TheUnitsAreThoseOfTheCaller) {
  const Scene scene(crossed_rows());
  const auto lasso = search::lasso_with_sparsity(scene.problem.problem, lasso_weights(scene.problem.problem, true), 1);
  EXPECT_FALSE(report_lasso(scene.setting, scene.problem, scene.total, lasso, {0}, true).standardised);
}

TEST(LassoApplies, ToOnePredictionAndFactsOfOneColumn) {
  search::Problem problem;
  EXPECT_FALSE(lasso_applies(problem));
  problem.gram = Eigen::Matrix2d::Identity();
  problem.target = Eigen::MatrixXd::Ones(1, 1);
  problem.candidates = {{0, 1}, {1, 1}};
  EXPECT_TRUE(lasso_applies(problem));
  problem.target = Eigen::Matrix2d::Identity();
  EXPECT_FALSE(lasso_applies(problem));
  problem.target = Eigen::MatrixXd::Ones(1, 1);
  problem.candidates = {{0, 2}};
  EXPECT_FALSE(lasso_applies(problem));
}

TEST(LassoWeights, AreDeviationsOrOnes) {
  search::Problem problem;
  problem.gram = Eigen::Vector3d(4, 0.25, -1e-20).asDiagonal();  // of rounding
  EXPECT_EQ(lasso_weights(problem, false), Eigen::Vector3d(2, 0.5, 0));
  EXPECT_EQ(lasso_weights(problem, true), Eigen::Vector3d(1, 1, 1));
}

}  // namespace
}  // namespace explainee::explain::lasso_report_test
