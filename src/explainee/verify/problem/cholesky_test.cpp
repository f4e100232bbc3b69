#include "explainee/verify/problem/cholesky.h"

#include <gtest/gtest.h>

#include <cmath>

namespace explainee::verify {
namespace {

/// 70 columns: more than one panel.
Eigen::MatrixXd regular() { return Eigen::MatrixXd::Identity(70, 70) * 2 + Eigen::MatrixXd::Ones(70, 70); }

TEST(Factorise, WhatIsNoNumberIsNotPositive) {
  Eigen::MatrixXd matrix = regular();
  EXPECT_TRUE(factorise(matrix, {}));
  for (const double wrong : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    for (const auto& [i, j] : {std::pair(0, 0), std::pair(69, 69), std::pair(3, 1), std::pair(69, 2)}) {
      matrix = regular();
      matrix(i, j) = wrong;
      EXPECT_FALSE(factorise(matrix, {})) << wrong << " at " << i << ", " << j;
    }
  }
}

TEST(Factorise, NoIndefiniteMatrixPasses) {
  Eigen::MatrixXd matrix = regular();
  matrix(69, 2) = 3.5;
  EXPECT_FALSE(factorise(matrix, {}));
  matrix = regular();
  matrix(69, 69) = 1.0 - 2.0 / 71;  // the Schur complement is below 0
  EXPECT_FALSE(factorise(matrix, {}));
}

}  // namespace
}  // namespace explainee::verify
