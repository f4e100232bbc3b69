#include "explainee/information/tests/robust_wald.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/information/special_functions.h"
#include "explainee/information/testing/measured_rows.h"
#include "explainee/information/testing/odd_rows.h"
#include "explainee/information/tests/sign_flip.h"

namespace explainee::information::robust_wald_test {
namespace {

/// Columns u, two facts, two predictions; the facts tell of each prediction with these weights.
Eigen::MatrixXd draw(Eigen::Index rows, double strength, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd cells = draw_odd_rows(Spread::kGaussian, rows, 4, random);
  for (const Eigen::Index fact : {1, 2}) cells.col(fact) += 0.5 * cells.col(0);
  cells.col(3) += cells.col(0) + strength * cells.col(1);
  cells.col(4) += strength * cells.col(2);
  return cells;
}

ScoreSums scores_of(MeasuredRows& rows, const std::vector<int>& known, const std::vector<FactColumns>& facts,
                    const std::vector<int>& predictions) {
  const Material material = rows.material(known, predictions);
  ScoreSums scores(material.situation, facts, *material.total, rows.block_of);
  EXPECT_TRUE(rows.visit({},
                         [&](const auto& block, const auto& weights, const auto&) {
                           scores.add(block, weights);
                           return true;
                         })
                  .ok());
  return scores;
}

/// What weighted least squares on a constant and these columns leaves.
Eigen::MatrixXd left_over(const Eigen::MatrixXd& cells, const Eigen::VectorXd& weights, const std::vector<int>& on,
                          const std::vector<int>& of, Eigen::VectorXd& leverage) {
  Eigen::MatrixXd design(cells.rows(), static_cast<Eigen::Index>(on.size()) + 1);
  design << Eigen::VectorXd::Ones(cells.rows()), cells(Eigen::all, on);
  const Eigen::MatrixXd weighted = weights.cwiseSqrt().asDiagonal() * design;
  const Eigen::MatrixXd hat = weighted * (weighted.transpose() * weighted).inverse() * weighted.transpose();
  leverage = hat.diagonal();
  const Eigen::MatrixXd wanted = cells(Eigen::all, of);
  return wanted - design * (weighted.transpose() * weighted)
                               .ldlt()
                               .solve(weighted.transpose() * (weights.cwiseSqrt().asDiagonal() * wanted));
}

TEST(ScoreSums, AreProductsOfWhatLeastSquaresLeaves) {
  const Eigen::MatrixXd cells = draw(90, 0.3, 2);
  Eigen::VectorXd weights(90);
  base::Random random(3);
  for (double& weight : weights) weight = 0.5 + random.uniform();
  MeasuredRows rows(cells, weights, 4);
  for (int i = 0; i < 90; ++i) rows.block_of.push_back(i % 37);
  const ScoreSums scores = scores_of(rows, {0}, {{{1}}, {{2}}}, {3, 4});
  ASSERT_EQ(scores.blocks(), 37);
  Eigen::VectorXd leverage;
  const Eigen::MatrixXd facts = left_over(cells, weights, {0}, {1, 2}, leverage);
  const Eigen::MatrixXd rest = left_over(cells, weights, {0}, {3, 4}, leverage);
  Eigen::MatrixXd naive = Eigen::MatrixXd::Zero(37, 4);
  for (Eigen::Index i = 0; i < 90; ++i) {
    for (Eigen::Index k = 0; k < 4; ++k)
      naive(i % 37, k) += weights[i] * facts(i, k % 2) * rest(i, k / 2) / std::sqrt(1 - leverage[i]);
  }
  EXPECT_LT((scores.sums() - naive).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(ScoreSums, FactsThatFollowFromWhatIsKnownHaveNoPart) {
  Eigen::MatrixXd cells = draw(90, 0.3, 2);
  cells.col(2) = 3 * cells.col(0).array() - 1;
  MeasuredRows rows(cells, {}, 4);
  const ScoreSums both = scores_of(rows, {0}, {{{1}}, {{2}}}, {3});
  EXPECT_EQ(both.sums().cols(), 1);
  EXPECT_FALSE(both.blocks().has_value());
  EXPECT_EQ(robust_p_value(scores_of(rows, {0}, {{{2}}}, {3}), 1, {}).value(), 1.0);
}

TEST(ScoreSums, ManyRowsShareGroups) {
  MeasuredRows rows(draw(20000, 0, 2), {}, 4);
  const ScoreSums scores = scores_of(rows, {0}, {{{1}}}, {3});
  EXPECT_LE(scores.sums().rows(), 8192);
  const ScoreSums few = [&] {
    rows.block_of.assign(20000, 0);
    for (int i = 0; i < 20000; ++i) rows.block_of[static_cast<std::size_t>(i)] = i / 4;
    return scores_of(rows, {0}, {{{1}}}, {3});
  }();
  EXPECT_EQ(few.sums().rows(), 5000);
  EXPECT_NEAR(few.sums().sum(), scores.sums().sum(), 1e-9);
}

TEST(RobustPValue, IsThatOfTheFlips) {
  MeasuredRows rows(draw(80, 0.05, 4), {}, 4);
  const ScoreSums scores = scores_of(rows, {0}, {{{1}}, {{2}}}, {3});
  const std::vector<ScoreColumns> all = {{.first = 0, .count = 2}};
  const MaximumOutcome flips =
      test_by_sign_flips(scores.sums(), all, {.draws = 20000, .level = 1, .seed = 99}, {}).value();
  const double p = *robust_p_value(scores, 1, {}).value();
  ASSERT_GT(flips.p_value, 0.01);
  EXPECT_NEAR(p / flips.p_value, 1, 0.3);
}

/// Of one column and residuals with no u, W/g is R² of regressing ones on the scores: an exact t-test of their mean.
TEST(RobustPValue, BelowWhatFlipsTellIsStudentsOfTheScores) {
  MeasuredRows rows(draw(400, 1, 5), {}, 4);
  const ScoreSums scores = scores_of(rows, {0}, {{{1}}}, {3});
  const Eigen::VectorXd sums = scores.sums().col(0);
  const double mean = sums.mean();
  const double t = mean / std::sqrt((sums.array() - mean).square().sum() / (399.0 * 400.0));
  const double share = 399 / (399 + t * t);
  const double p = *robust_p_value(scores, 1, {}).value();
  EXPECT_LT(p, 1e-20);
  EXPECT_NEAR(p / beta_cdf(399 / 2.0, 0.5, {share, 1 - share}), 1, 1e-8);
}

TEST(RobustPValue, NoneWithMoreColumnsThanGroups) {
  MeasuredRows rows(draw(60, 1, 5), {}, 4);
  for (int i = 0; i < 60; ++i) rows.block_of.push_back(i / 30);
  EXPECT_FALSE(robust_p_value(scores_of(rows, {0}, {{{1}}, {{2}}}, {3}), 1, {}).value().has_value());
}

}  // namespace
}  // namespace explainee::information::robust_wald_test
