#include "explainee/information/tests/permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/information/special_functions.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::information::permutation_test {
namespace {

Eigen::MatrixXd draw_normals(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd cells(rows, columns);
  for (double& cell : cells.reshaped()) cell = random.normal();
  return cells.rowwise() - cells.colwise().mean();
}

/// W of each column, then of all together.
ScoreBlock singles_and_all(const Eigen::MatrixXd& columns) {
  ScoreBlock block{columns, {}};
  for (Eigen::Index c = 0; c < columns.cols(); ++c) block.candidates.push_back({.first = c});
  block.candidates.push_back({.first = 0, .count = columns.cols(), .penalty = 0.5});
  return block;
}

Eigen::MatrixXd drawn(const Responses& responses, int draw) {
  Eigen::MatrixXf values(responses.observed.rows(), responses.observed.cols());
  responses.draw(draw, values.data());
  return values.cast<double>();
}

double naive_maximum(const ScoreBlock& block, const Eigen::MatrixXd& responses) {
  double most = -1e300;
  for (const ScoreColumns& candidate : block.candidates) {
    const Eigen::MatrixXd own = block.columns.middleCols(candidate.first, candidate.count);
    const Eigen::MatrixXd fitted = own * own.colPivHouseholderQr().solve(responses);
    const auto degrees = static_cast<int>(candidate.count * responses.cols());
    most = std::max(most, -std::log(chi_squared_tail(fitted.squaredNorm(), degrees)) - candidate.penalty);
  }
  return most;
}

TEST(DealtResiduals, TheMaximumIsWhatLeastSquaresOfEveryDrawGives) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const ScoreBlock block = singles_and_all(draw_normals(40, 4, seed));
    const auto responses = dealt_residuals(draw_normals(40, 1 + seed % 2, seed + 100), {}, seed);
    ASSERT_TRUE(responses);
    const double observed = naive_maximum(block, responses->observed);
    int reached = 0;
    for (int draw = 0; draw < 200; ++draw)
      reached += naive_maximum(block, drawn(*responses, draw)) >= observed * (1 - 1e-5) ? 1 : 0;
    const auto make = [&](std::size_t) { return block; };
    const MaximumOutcome outcome = test_maximum(1, make, *responses, {.draws = 200, .level = 1}, {}).value();
    EXPECT_NEAR(outcome.statistic, observed, 1e-9);
    EXPECT_EQ(outcome.p_value, (1.0 + reached) / 201);
  }
}

TEST(DealtResiduals, AreUncorrelatedWithUnitVarianceAndEveryDrawHasTheSameRows) {
  Eigen::MatrixXd residuals = draw_normals(60, 3, 5);
  residuals.col(2) = -residuals.col(0) - residuals.col(1);  // classes: they sum to nothing
  const auto responses = dealt_residuals(residuals, {}, 1);
  ASSERT_TRUE(responses);
  ASSERT_EQ(responses->observed.cols(), 2);
  const Eigen::MatrixXd gram = responses->observed.transpose() * responses->observed / 60;
  EXPECT_LT((gram - Eigen::MatrixXd::Identity(2, 2)).norm(), 1e-12);
  const Eigen::MatrixXd one = drawn(*responses, 0);
  EXPECT_GT((one - responses->observed).norm(), 1);
  EXPECT_GT((one - drawn(*responses, 1)).norm(), 1);
  const auto sums = [](const Eigen::MatrixXd& rows) {
    std::vector<double> all;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) all.push_back(rows(i, 0) + 10 * rows(i, 1));
    std::sort(all.begin(), all.end());
    return all;
  };
  const std::vector<double> before = sums(responses->observed);
  const std::vector<double> after = sums(one);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-5);
}

TEST(DealtResiduals, MoveWithTheirBlocks) {
  std::vector<int> blocks;
  for (int row = 0; row < 60; ++row) blocks.push_back(row / 3);
  Eigen::MatrixXd residuals(60, 1);
  for (int row = 0; row < 60; ++row) residuals(row, 0) = 10 * (row / 3) + row % 3 - 96;
  const auto responses = dealt_residuals(residuals, blocks, 3);
  ASSERT_TRUE(responses);
  const double unit = responses->observed(1, 0) - responses->observed(0, 0);
  const Eigen::MatrixXd one = drawn(*responses, 7);
  for (Eigen::Index row = 0; row < 60; row += 3) {
    EXPECT_NEAR(one(row + 1, 0) - one(row, 0), unit, 1e-5);
    EXPECT_NEAR(one(row + 2, 0) - one(row, 0), 2 * unit, 1e-5);
  }
  EXPECT_GT((one - responses->observed).norm(), 1);
}

TEST(DealtResiduals, NoneWhereRowsHaveNowhereToGo) {
  std::vector<int> blocks;
  for (int block = 0; block < 12; ++block) blocks.insert(blocks.end(), static_cast<std::size_t>(block + 1), block);
  const auto rows = static_cast<Eigen::Index>(blocks.size());
  EXPECT_FALSE(dealt_residuals(draw_normals(rows, 1, 1), blocks, 1));
  EXPECT_FALSE(dealt_residuals(Eigen::MatrixXd::Zero(30, 1), {}, 1));
}

/// Rare values of columns and predictions: sums of their products are far from symmetric.
TEST(DealtResiduals, FindSomethingInFewTablesOfRareValues) {
  const auto tables = static_cast<int>(search::brute_force::sweep_size(300));
  int found = 0;
  for (int table = 0; table < tables; ++table) {
    base::Random random(static_cast<std::uint64_t>(table) + 1);
    Eigen::MatrixXd cells(200, 51);
    for (double& cell : cells.reshaped()) cell = random.uniform() < 0.08 ? 1 : 0;
    cells.rowwise() -= cells.colwise().mean().eval();
    const auto block = [&](std::size_t c) -> ScoreBlock {
      return {cells.col(static_cast<Eigen::Index>(c)), {{.first = 0}}};
    };
    const auto responses = dealt_residuals(cells.col(50), {}, random.bits());
    ASSERT_TRUE(responses);
    found += test_maximum(50, block, *responses, {.draws = 199}, {}).value().p_value <= 0.04;
  }
  EXPECT_LE(found / static_cast<double>(tables), 0.05 + 3 * std::sqrt(0.05 * 0.95 / tables));
  search::brute_force::say_count("found in tables of " + std::to_string(tables), static_cast<std::uint64_t>(found));
}

}  // namespace
}  // namespace explainee::information::permutation_test
