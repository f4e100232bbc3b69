#include "explainee/information/tests/normality.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/information/testing/measured_rows.h"
#include "explainee/information/testing/odd_rows.h"

namespace explainee::information::normality_test {
namespace {

/// Columns u, e, prediction.
bool passes(Eigen::MatrixXd cells, const Eigen::VectorXd& weights = {}) {
  MeasuredRows rows(std::move(cells), weights, 2);
  const Material material = rows.material({0}, {2});
  const std::vector<FactColumns> facts = {{{1}}};
  NormalityCheck check(material.situation, facts, *material.total);
  EXPECT_TRUE(
      rows.visit({}, [&](const auto& block, const auto& counted, const auto&) { return check.add(block, counted); })
          .ok());
  return check.passed();
}

Eigen::MatrixXd draw(Spread spread, Eigen::Index rows, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd cells = draw_odd_rows(spread, rows, 2, random);
  cells.col(2) += cells.col(0) + 0.5 * cells.col(1);
  return cells;
}

TEST(NormalityCheck, GaussianRowsMostlyPassAndOthersDoNot) {
  int gaussian = 0;
  int others = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    gaussian += passes(draw(Spread::kGaussian, 400, seed)) ? 1 : 0;
    for (const Spread spread : {Spread::kStudent6, Spread::kStudent4, Spread::kSkew, Spread::kUnequal})
      others += passes(draw(spread, 400, seed)) ? 1 : 0;
  }
  EXPECT_GE(gaussian, 34);
  EXPECT_LE(others, 10);  // of 160
}

TEST(NormalityCheck, LooksAtEachColumnAndAtWhatIsLeft) {
  const Eigen::MatrixXd good = draw(Spread::kGaussian, 2000, 3);
  ASSERT_TRUE(passes(good));
  for (const Eigen::Index column : {0, 1, 2}) {
    Eigen::MatrixXd bad = good;
    for (double& cell : bad.col(column)) cell = cell > 0 ? 1 : 0;
    EXPECT_FALSE(passes(bad)) << column;
  }
  Eigen::MatrixXd hidden = good;  // hardly visible in the prediction, plain in what is left of it
  base::Random random(5);
  for (double& cell : hidden.col(2)) cell = 0;
  hidden.col(2) = 10 * hidden.col(0);
  for (double& cell : hidden.col(2)) cell -= 0.3 * std::log(random.uniform());
  EXPECT_FALSE(passes(hidden));
}

TEST(NormalityCheck, WhatIsConstantOrSettledSaysNothing) {
  Eigen::MatrixXd cells = draw(Spread::kGaussian, 500, 3);
  cells.col(1).setConstant(3);
  EXPECT_TRUE(passes(cells));
  cells = draw(Spread::kGaussian, 500, 3);
  cells.col(2) = cells.col(0) + cells.col(1);
  EXPECT_TRUE(passes(cells));
}

TEST(NormalityCheck, AWeightIsACount) {
  Eigen::MatrixXd cells = draw(Spread::kGaussian, 300, 4);
  cells.row(7) *= 6;
  ASSERT_FALSE(passes(cells));
  Eigen::VectorXd weights = Eigen::VectorXd::Ones(300);
  weights[7] = 1e-6;
  EXPECT_TRUE(passes(cells, weights));
}

}  // namespace
}  // namespace explainee::information::normality_test
