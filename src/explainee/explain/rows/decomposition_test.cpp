#include "explainee/explain/rows/decomposition.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/random.h"

namespace explainee::explain {
namespace {

/// Columns u, x, g (rounded), h and the predictions p, q; u is known, the facts are x and the pair (g, h).
struct DecompositionScene {
  RowModel model;
  std::vector<int> columns = {1, 2, 3};
  std::vector<int> fact_of = {0, 1, 1};
  std::vector<ShownWith> shown_with = {{}, {0, 0.5}, {}};
  Eigen::MatrixXd beta = Eigen::MatrixXd(3, 2);
  Eigen::MatrixXd column_expected = Eigen::MatrixXd::Zero(6, 3);
  std::vector<double> shifts = {0, 10, 0};

  DecompositionScene() {
    model.mean = Eigen::VectorXd::LinSpaced(6, 0.5, 3);
    model.predictions = {4, 5};
    model.expected = Eigen::MatrixXd::Zero(6, 2);
    model.expected.row(0) << 2, -1;
    beta << 3, 0.25, -1, 2, 0.5, 4;
    column_expected.row(0) << 0.75, -0.5, 0.125;
    model.independent = {0, 1};
    model.before_inverse = Eigen::MatrixXd::Identity(2, 2) * 0.25;
    model.after_inverse = Eigen::MatrixXd::Identity(2, 2);
    model.half_log_ratio = 1.5;
  }

  [[nodiscard]] FittedFacts facts() const {
    return {&model, &columns, &fact_of, &shown_with, &beta, &column_expected, {0, 1}, shifts};
  }
};

Eigen::MatrixXd random_rows(Eigen::Index count) {
  base::Random random(5);
  Eigen::MatrixXd rows(count, 6);
  for (double& cell : rows.reshaped()) cell = random.normal();
  return rows;
}

TEST(Decomposition, IsWhatTheFormulaSays) {
  const DecompositionScene scene;
  const Eigen::MatrixXd rows = random_rows(7);
  Eigen::MatrixXd centred = rows;
  const Decomposition parts = take_apart(scene.facts(), centred);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Eigen::RowVectorXd z = rows.row(i) - scene.model.mean.transpose();
    const double step = scene.shown_with[1].step;
    const double shown = std::round((rows(i, 2) + 10) / step) * step;
    const Eigen::Vector3d news(z[1] - 0.75 * z[0], z[2] + 0.5 * z[0] + shown - (rows(i, 2) + 10), z[3] - 0.125 * z[0]);
    for (Eigen::Index k = 0; k < 2; ++k) {
      const double expected = (k == 0 ? 2 : -1) * z[0];
      EXPECT_NEAR(parts.expected(i, k), expected, 1e-12);
      EXPECT_NEAR(parts.contributions[0](i, k), scene.beta(0, k) * news[0], 1e-12);
      EXPECT_NEAR(parts.contributions[1](i, k), scene.beta(1, k) * news[1] + scene.beta(2, k) * news[2], 1e-12);
      EXPECT_NEAR(parts.gaps.before(i, k), z[4 + k] - expected, 1e-12);
      double sum = parts.expected(i, k) + parts.gaps.after(i, k);
      for (const Eigen::MatrixXd& part : parts.contributions) sum += part(i, k);
      EXPECT_NEAR(sum, z[4 + k], 1e-12);
    }
    const double surprise =
        0.5 * (0.25 * parts.gaps.before.row(i).squaredNorm() - parts.gaps.after.row(i).squaredNorm());
    EXPECT_NEAR(parts.surprise_removed_nats[i], surprise + 1.5, 1e-12);
  }
  EXPECT_TRUE(centred.isApprox(rows.rowwise() - scene.model.mean.transpose()));
  const Eigen::MatrixXd expected = expected_columns(scene.facts(), centred);
  EXPECT_NEAR(expected(3, 1), -0.5 * centred(3, 0), 1e-12);
}

TEST(Decomposition, TheDigitsOfARowDoNotDependOnItsNeighbours) {
  const DecompositionScene scene;
  const Eigen::MatrixXd rows = random_rows(33);
  Eigen::MatrixXd all = rows;
  const Decomposition together = take_apart(scene.facts(), all);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    Eigen::MatrixXd one = rows.row(i);
    const Decomposition alone = take_apart(scene.facts(), one);
    EXPECT_EQ(alone.expected.row(0), together.expected.row(i));
    EXPECT_EQ(alone.gaps.after.row(0), together.gaps.after.row(i));
    EXPECT_EQ(alone.contributions[1].row(0), together.contributions[1].row(i));
    EXPECT_EQ(alone.surprise_removed_nats[0], together.surprise_removed_nats[i]);
  }
}

TEST(Decomposition, SumsOverAllRowsSeeTheSameGaps) {
  DecompositionScene scene;
  scene.model.facts = Eigen::MatrixXd::Zero(6, 2);
  for (Eigen::Index j = 0; j < 3; ++j) scene.model.facts.row(j + 1) = scene.beta.row(j);
  scene.model.facts -= scene.column_expected * scene.beta;
  scene.model.rounded = {{2, 10, scene.shown_with[1], scene.beta.row(1)}};
  const Eigen::MatrixXd rows = random_rows(9);
  const Residuals sums = residuals(scene.model, rows);
  Eigen::MatrixXd centred = rows;
  const Decomposition parts = take_apart(scene.facts(), centred);
  EXPECT_LT((sums.before - parts.gaps.before).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((sums.after - parts.gaps.after).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Decomposition, ASettledPredictionHasNoSurprise) {
  DecompositionScene scene;
  scene.model.infinite = true;
  Eigen::MatrixXd rows = random_rows(2);
  EXPECT_EQ(take_apart(scene.facts(), rows).surprise_removed_nats.size(), 0);
}

}  // namespace
}  // namespace explainee::explain
