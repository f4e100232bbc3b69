#include "explainee/explain/shapes/refined_cut.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/random.h"

namespace explainee::explain::refined_cut_test {
namespace {

CutRows drawn(Eigen::Index rows, double step, std::uint64_t seed) {
  base::Random random(seed);
  CutRows cut{Eigen::VectorXd(rows), Eigen::MatrixXd(rows, 2), Eigen::VectorXd(rows)};
  for (Eigen::Index i = 0; i < rows; ++i) {
    cut.values[i] = random.normal();
    cut.weights[i] = 0.5 + random.uniform();
    cut.left(i, 0) = (cut.values[i] > step ? 1 : 0) + 0.2 * random.normal();
    cut.left(i, 1) = random.normal();
  }
  return cut;
}

/// Σ over targets of the weighted squares between "above c" and the others.
double between(const CutRows& rows, double c) {
  const Eigen::VectorXd above = (rows.values.array() > c).cast<double>();
  const double in = rows.weights.dot(above);
  const double out = rows.weights.sum() - in;
  if (!(in > 0) || !(out > 0)) return -1;
  const Eigen::VectorXd inside = rows.weights.cwiseProduct(above);
  const Eigen::RowVectorXd one = inside.transpose() * rows.left / in;
  const Eigen::RowVectorXd other = (rows.weights - inside).transpose() * rows.left / out;
  return in * out * (one - other).squaredNorm();
}

TEST(RefinedCut, IsTheBestOfAllValuesBetween) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const CutRows rows = drawn(80, 0.4, seed);
    const double found = refined_cut(rows, -0.2, 1.1);
    double best = -0.2;
    for (const double value : rows.values)
      if (value >= -0.2 && value < 1.1 && between(rows, value) > between(rows, best)) best = value;
    EXPECT_EQ(found, best) << seed;
  }
}

TEST(RefinedCut, FindsAStepThatNoQuantileIs) {
  const CutRows rows = drawn(3000, 1.5, 7);
  EXPECT_NEAR(refined_cut(rows, 1.28, 1.64), 1.5, 0.01);
}

TEST(RefinedCut, StaysWhereNoValueLiesBetween) {
  const CutRows rows = drawn(50, 0, 3);
  EXPECT_EQ(refined_cut(rows, 7, 8), 7);
  CutRows same = rows;
  same.values.setConstant(2);
  EXPECT_EQ(refined_cut(same, 1, 3), 1);
}

}  // namespace
}  // namespace explainee::explain::refined_cut_test
