#include "explainee/explain/rows/row_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/naive_moments.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::row_model_test {
namespace {

using Columns = std::vector<int>;

/// Weighted rows of u, a, b, p, q; she has u, the facts are a and b.
struct Scene {
  Eigen::MatrixXd rows = testing::normal_cells(40, 5, 3);
  Eigen::VectorXd weights = Eigen::VectorXd::Ones(40);
  std::vector<moments::MomentColumn> columns = std::vector<moments::MomentColumn>(5);
  Setting setting;

  Scene() {
    rows.col(1) += rows.col(0);
    rows.col(3) += rows.col(0) + 2 * rows.col(1) - rows.col(2);
    rows.col(4) += rows.col(2);
    weights.head(20).setConstant(3);
    setting.summary_weights = Eigen::VectorXd::Unit(5, 0);
    setting.predictions = setting.independent = {3, 4};
    setting.candidates = {testing::candidate_of("a", {1}), testing::candidate_of("b", {2})};
  }

  [[nodiscard]] RowModel model(bool infinite = false) const {
    const moments::Fold total = testing::fold_of(rows, weights);
    const Fit fit = fit_set(setting, make_problem(setting, total), total, {0, 1});
    return make_row_model(setting, total, fit, columns, infinite);
  }

  /// What least squares on 1 and `known` leaves of these columns in every row.
  [[nodiscard]] Eigen::MatrixXd left(const Columns& known, const Columns& of) const {
    const Eigen::MatrixXd all = testing::repeated(rows, weights);
    const Eigen::MatrixXd b = testing::least_squares(all(Eigen::all, known), all(Eigen::all, of)).coefficients;
    return (rows(Eigen::all, of) - rows(Eigen::all, known) * b.bottomRows(b.rows() - 1)).rowwise() - b.row(0);
  }

  [[nodiscard]] Eigen::MatrixXd covariance(const Eigen::MatrixXd& residual) const {
    return residual.transpose() * weights.asDiagonal() * residual / weights.sum();
  }
};

/// The logarithm of a normal density, but for its constant.
double log_density(const Eigen::RowVectorXd& at, const Eigen::MatrixXd& covariance) {
  return -0.5 * (at.dot(at * covariance.inverse()) + std::log(covariance.determinant()));
}

TEST(RowModel, ResidualsAreThoseOfTwoRegressions) {
  const Scene scene;
  const Residuals found = residuals(scene.model(), scene.rows);
  EXPECT_LT((found.before - scene.left({0}, {3, 4})).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((found.after - scene.left({0, 1, 2}, {3, 4})).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(RowModel, TheSurpriseRemovedIsTheDifferenceOfTwoLogDensities) {
  const Scene scene;
  const RowModel model = scene.model();
  const Eigen::VectorXd removed = surprise_removed_nats(model, residuals(model, scene.rows));
  const Eigen::MatrixXd before = scene.left({0}, {3, 4});
  const Eigen::MatrixXd after = scene.left({0, 1, 2}, {3, 4});
  for (Eigen::Index i = 0; i < removed.size(); ++i) {
    const double naive =
        log_density(after.row(i), scene.covariance(after)) - log_density(before.row(i), scene.covariance(before));
    EXPECT_NEAR(removed[i], naive, 1e-10);
  }
  const Eigen::MatrixXd all = testing::repeated(scene.rows, scene.weights);
  const double told = testing::nats_told(all.col(0), all.middleCols(1, 2), all.rightCols(2));
  EXPECT_NEAR(removed.dot(scene.weights) / scene.weights.sum(), told, 1e-10);
}

TEST(RowModel, APredictionThatFollowsFromOthersAddsNoSurprise) {
  Scene scene;
  const Eigen::VectorXd two = surprise_removed_nats(scene.model(), residuals(scene.model(), scene.rows));
  scene.rows.conservativeResize(Eigen::NoChange, 6);
  scene.rows.col(5) = scene.rows.col(3) - scene.rows.col(4);
  scene.columns.resize(6);
  scene.setting.summary_weights = Eigen::VectorXd::Unit(6, 0);
  scene.setting.predictions = {5, 3, 4};
  const RowModel model = scene.model();
  EXPECT_EQ(model.independent, (Columns{1, 2}));
  const Residuals found = residuals(model, scene.rows);
  EXPECT_LT((found.after.col(0) - found.after.col(1) + found.after.col(2)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((surprise_removed_nats(model, found) - two).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(RowModel, ResolutionWidensBothDensities) {
  Scene scene;
  scene.setting.resolution_variance = 0.25;
  const RowModel model = scene.model();
  const Eigen::VectorXd removed = surprise_removed_nats(model, residuals(model, scene.rows));
  const Eigen::MatrixXd before = scene.left({0}, {3, 4});
  const Eigen::MatrixXd after = scene.left({0, 1, 2}, {3, 4});
  const Eigen::Matrix2d step = 0.25 * Eigen::Matrix2d::Identity();
  EXPECT_NEAR(removed[7],
              log_density(after.row(7), scene.covariance(after) + step) -
                  log_density(before.row(7), scene.covariance(before) + step),
              1e-10);
}

/// A quadratic of a number with mean 0 and this deviation is on average what it is at ± the deviation.
TEST(RowModel, TheSurpriseIsAveragedOverTheNoiseOfAFact) {
  Scene scene;
  const double noise = 0.7;
  scene.setting.predictions = scene.setting.independent = {3};
  scene.setting.candidates[0].shown_with.noise = noise;
  const RowModel model = scene.model();
  const Eigen::VectorXd removed = surprise_removed_nats(model, residuals(model, scene.rows));
  const Eigen::MatrixXd given = scene.left({0}, {1, 2, 3});
  const Eigen::MatrixXd spread = scene.covariance(given);
  Eigen::Matrix2d gram = spread.topLeftCorner(2, 2);
  gram(0, 0) += noise * noise;
  const Eigen::Vector2d beta = gram.inverse() * spread.topRightCorner(2, 1);
  const Eigen::MatrixXd narrow = spread.bottomRightCorner(1, 1) - beta.transpose() * spread.topRightCorner(2, 1);
  for (Eigen::Index i = 0; i < removed.size(); ++i) {
    const Eigen::RowVectorXd after = given.row(i).tail(1) - given.row(i).head(2) * beta;
    const Eigen::RowVectorXd moved = Eigen::RowVectorXd::Constant(1, noise * beta[0]);
    const double mean = 0.5 * (log_density(after + moved, narrow) + log_density(after - moved, narrow));
    EXPECT_NEAR(removed[i], mean - log_density(given.row(i).tail(1), spread.bottomRightCorner(1, 1)), 1e-10);
  }
}

TEST(RowModel, TheSurpriseIsAveragedOverDrawsOfThePrediction) {
  Scene scene;
  scene.rows.conservativeResize(Eigen::NoChange, 6);
  scene.rows.col(5) = 0.5 * (scene.rows.col(3) + scene.rows.col(4)).array() + 0.25;  // p is measured from 0.5
  scene.columns.resize(6);
  scene.setting.summary_weights = Eigen::VectorXd::Unit(6, 0);
  scene.setting.predictions = scene.setting.independent = {5};
  scene.setting.draws.columns = {3, 4};
  scene.setting.draws.shifts = {0.5, 0};
  const RowModel model = scene.model();
  const Eigen::VectorXd removed = surprise_removed_nats(model, residuals(model, scene.rows));
  const Eigen::ArrayXd apart = 0.5 * (scene.rows.col(3) - scene.rows.col(4)).array() + 0.25;
  const double excess = (apart.square() * scene.weights.array()).sum() / scene.weights.sum();
  const Eigen::MatrixXd before = scene.left({0}, {5});
  const Eigen::MatrixXd after = scene.left({0, 1, 2}, {5});
  const auto mean = [&](const Eigen::MatrixXd& residual, Eigen::Index i) {
    const Eigen::MatrixXd wide = scene.covariance(residual).array() + excess;
    const Eigen::RowVectorXd off = Eigen::RowVectorXd::Constant(1, std::sqrt(excess));
    return 0.5 * (log_density(residual.row(i) + off, wide) + log_density(residual.row(i) - off, wide));
  };
  for (Eigen::Index i = 0; i < 5; ++i) EXPECT_NEAR(removed[i], mean(after, i) - mean(before, i), 1e-10);
}

TEST(RowModel, ASettledPredictionHasNoDensities) {
  const RowModel model = Scene().model(true);
  EXPECT_TRUE(model.infinite);
  EXPECT_EQ(model.before_inverse.size(), 0);
  EXPECT_EQ(model.after_inverse.size(), 0);
}

TEST(RowModel, ARoundedFactCountsAsItIsShown) {
  RowModel model;
  model.mean = Eigen::Vector2d(1, 2);
  model.predictions = {1};
  model.expected = Eigen::Vector2d::Zero();
  model.facts = Eigen::Vector2d(2, 0);
  model.rounded = {{0, 10, {0, 0.5}, Eigen::RowVectorXd::Constant(1, 2)}};
  const Eigen::RowVector2d row(0.3, 7);  // the cell is 10.3, which is shown as 10.5
  const Residuals found = residuals(model, row);
  EXPECT_NEAR(found.before(0, 0), 5, 1e-12);
  EXPECT_NEAR(found.after(0, 0), 5 - 2 * (0.5 - 1), 1e-12);
}

TEST(RowModel, NoiseOfTheFactsAddsUpAndRoundingIsNoNoise) {
  Eigen::MatrixXd beta(3, 2);
  beta << 2, 1, -1, 3, 5, 7;
  const Eigen::VectorXd variance = noise_variance(beta, {{0.5, 0}, {2, 1}, {0, 10}});
  EXPECT_NEAR(variance[0], 4 * 0.25 + 1 * 4, 1e-12);
  EXPECT_NEAR(variance[1], 1 * 0.25 + 9 * 4, 1e-12);
}

TEST(RowModel, ARowIsBroughtCloserOrNot) {
  const Eigen::ArrayXd closer = brought_closer(Eigen::Array4d(2, -2, 2, 0), Eigen::Array4d(-1, 3, -2, 0), 0);
  EXPECT_TRUE((closer == Eigen::Array4d(1, 0, 0, 0)).all());  // as far as before is no closer
}

TEST(RowModel, WithNoiseARowIsBroughtCloserWithAProbability) {
  for (const double after : {-0.4, 0.0, 1.5, 3.0}) {
    const double before = -1.2;
    const double variance = 0.6;
    double sum = 0;  // the normal density of what is left between −|before| and |before|
    const int steps = 20000;
    for (int i = 0; i < steps; ++i) {
      const double x = std::abs(before) * (2 * (i + 0.5) / steps - 1);
      sum += std::exp(-0.5 * (x - after) * (x - after) / variance);
    }
    sum *= 2 * std::abs(before) / steps / std::sqrt(2 * std::numbers::pi * variance);
    const Eigen::ArrayXd closer =
        brought_closer(Eigen::ArrayXd::Constant(1, before), Eigen::ArrayXd::Constant(1, after), variance);
    EXPECT_NEAR(closer[0], sum, 1e-8);
  }
}

}  // namespace
}  // namespace explainee::explain::row_model_test
