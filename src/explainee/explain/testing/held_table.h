// explainee/explain/testing/held_table.h: held rows made of numbers that a test draws.
#pragma once

#include <Eigen/Dense>
#include <cmath>

#include "explainee/explain/shapes/held_rows.h"

namespace explainee::explain {

/// Every column has mean 0 and variance 1 as held rows have; `known` columns are u, the others candidates that may
/// bend. The last column is the target.
inline HeldRows held_table(Eigen::MatrixXd columns, int known) {
  HeldRows held;
  const auto rows = static_cast<double>(columns.rows());
  held.mean = columns.colwise().mean().transpose();
  columns.rowwise() -= held.mean.transpose();
  held.sd = (columns.colwise().squaredNorm() / rows).cwiseSqrt().transpose();
  columns.array().rowwise() /= held.sd.transpose().array();
  const Eigen::Index last = columns.cols() - 1;
  held.values = columns;
  held.targets = columns.rightCols(1);
  held.target_sd = held.sd.tail(1);
  held.given = columns.leftCols(known);
  for (int j = 0; j < known; ++j) held.known_numbers.push_back(j);
  for (int j = known; j < last; ++j) held.candidates.push_back({{j}, true});
  held.weights = Eigen::VectorXd::Ones(columns.rows());
  for (Eigen::Index i = 0; i < columns.rows(); ++i) {
    held.numbers.push_back(i);
    held.groups.push_back(static_cast<int>(i));
  }
  held.group_count = static_cast<int>(columns.rows());
  return held;
}

}  // namespace explainee::explain
