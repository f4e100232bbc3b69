#include "explainee/explain/compose/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "explainee/explain/testing/small_table.h"
#include "explainee/information/testing/measured_rows.h"

namespace explainee::explain::fit_test {
namespace {

using testing::beside;
using testing::LeastSquares;

using Facts = std::vector<std::vector<int>>;  // moment columns of each

/// Columns a, b, c, a copy of b, p and 3c − p + a; she has c.
struct Scene {
  testing::SmallTable table;
  Eigen::MatrixXd values = beside({table.a, table.b, table.c, table.b, table.p, table.p});
  std::unique_ptr<information::MeasuredRows> rows;
  information::Material material;
  Setting setting;
  PersonProblem problem;

  explicit Scene(const Facts& facts, std::vector<int> predictions = {4}) {
    values.col(5) = 3 * values.col(2) - values.col(4) + values.col(0);
    rows = std::make_unique<information::MeasuredRows>(values, Eigen::VectorXd(), 1);
    material = rows->material({2}, predictions);
    static_cast<information::Situation&>(setting) = material.situation;
    for (const std::vector<int>& columns : facts) setting.candidates.emplace_back().columns = columns;
  }
  Fit fit(const search::Set& set) {
    problem = make_problem(setting, *material.total);
    return fit_set(setting, problem, *material.total, set);
  }
  [[nodiscard]] Eigen::MatrixXd columns(const std::vector<int>& some) const { return values(Eigen::all, some); }
  /// Of what least squares on these columns leaves of others.
  [[nodiscard]] Eigen::MatrixXd covariance_given(const std::vector<int>& known, const std::vector<int>& some,
                                                 const std::vector<int>& others) const {
    return testing::least_squares(columns(known), columns(some)).residuals.transpose() *
           testing::least_squares(columns(known), columns(others)).residuals / static_cast<double>(values.rows());
  }
};

void expect_near(const Eigen::MatrixXd& one, const Eigen::MatrixXd& other) {
  ASSERT_EQ(one.rows(), other.rows());
  ASSERT_EQ(one.cols(), other.cols());
  EXPECT_LT((one - other).cwiseAbs().maxCoeff(), 1e-9) << one << "\n\n" << other;
}

TEST(Fit, IsLeastSquaresOnWhatSheHasAndTheFacts) {
  Scene scene(Facts{{1}, {0}}, {4, 5});
  const Fit fit = scene.fit({0, 1});
  EXPECT_EQ(fit.columns, (std::vector<int>{1, 0}));
  EXPECT_EQ(fit.fact_of, (std::vector<int>{0, 1}));
  const LeastSquares both = testing::least_squares(scene.columns({2, 1, 0}), scene.columns({4, 5}));
  expect_near(fit.alpha, both.coefficients.row(1));
  expect_near(fit.beta, both.coefficients.bottomRows(2));
  expect_near(fit.before, scene.covariance_given({2}, {4, 5}, {4, 5}));
  expect_near(fit.after, scene.covariance_given({2, 1, 0}, {4, 5}, {4, 5}));
  expect_near(fit.cross, scene.covariance_given({2}, {1, 0}, {4, 5}));
}

TEST(Fit, WhatSheExpectsIsTheRegressionOnWhatSheHas) {
  Scene scene(Facts{{1}, {0}});
  const Fit fit = scene.fit({0, 1});
  const Eigen::MatrixXd centred = scene.values.rowwise() - scene.values.colwise().mean();
  const auto expected = [&](const std::vector<int>& columns) -> Eigen::MatrixXd {
    return centred(Eigen::all, columns) - testing::least_squares(scene.columns({2}), scene.columns(columns)).residuals;
  };
  expect_near(centred * fit.expected, expected({4}));
  expect_near(centred * fit.column_expected, expected({1, 0}));
}

TEST(Fit, AFactWeighsByHowMuchItMoves) {
  Scene scene(Facts{{0}, {0, 1}}, {4, 5});
  const Fit fit = scene.fit({1});
  const Eigen::MatrixXd news = testing::least_squares(scene.columns({2}), scene.columns({0, 1})).residuals;
  double total = 0;
  for (Eigen::Index k = 0; k < 2; ++k)
    total += (news * fit.beta.col(k)).squaredNorm() / static_cast<double>(news.rows()) / fit.before(k, k);
  EXPECT_NEAR(fit.weight[0], std::sqrt(total), 1e-9);
  Scene one(Facts{{0}});
  const Fit alone = one.fit({0});
  EXPECT_NEAR(alone.weight[0], std::abs(alone.beta(0, 0)) * news.col(0).norm() / std::sqrt(news.rows()), 1e-9);
}

TEST(Fit, AColumnThatTheOthersDetermineHasTheCoefficientZero) {
  Scene scene(Facts{{0}, {1}, {3}});
  const Fit with_copy = scene.fit({0, 1, 2});
  const Fit without = scene.fit({0, 1});
  EXPECT_EQ(with_copy.beta(1, 0) * with_copy.beta(2, 0), 0);
  EXPECT_NEAR(with_copy.beta(1, 0) + with_copy.beta(2, 0), without.beta(1, 0), 1e-9);
  expect_near(with_copy.after, without.after);
}

TEST(Fit, NoiseOfAFactCountsInItsVariance) {
  Scene scene(Facts{{0}, {1}});
  scene.setting.candidates[0].shown_with = {0.5, 0};
  scene.setting.candidates[1].shown_with = {0, 0.6};
  const Fit fit = scene.fit({0, 1});
  Eigen::MatrixXd gram = scene.covariance_given({2}, {0, 1}, {0, 1});
  gram(0, 0) += 0.25;
  gram(1, 1) += 0.03;  // 0.6²/12
  const Eigen::MatrixXd cross = scene.covariance_given({2}, {0, 1}, {4});
  const Eigen::MatrixXd beta = gram.inverse() * cross;
  expect_near(fit.beta, beta);
  expect_near(fit.after, scene.covariance_given({2}, {4}, {4}) - cross.transpose() * beta);
  EXPECT_EQ(fit.shown_with[1].step, 0.6);
}

TEST(Fit, WithoutFactsNothingIsAdded) {
  Scene scene(Facts{{0}});
  const Fit fit = scene.fit({});
  EXPECT_EQ(fit.beta.rows(), 0);
  expect_near(fit.after, fit.before);
  expect_near(fit.alpha, testing::least_squares(scene.columns({2}), scene.columns({4})).coefficients.row(1));
}

}  // namespace
}  // namespace explainee::explain::fit_test
