// explainee/explain/answers/verdict_task.h: what is to be explained to somebody of whom only a few answers are known.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <vector>

#include "explainee/search/problem/problem.h"

namespace explainee::explain {

/// What is explained, whoever she is.
struct VerdictTask {
  Eigen::MatrixXd covariance;  ///< of the moment columns, given what she knows besides her answers
  Eigen::VectorXd own;         ///< variances of the moment columns over all rows; kDetermined is relative to them
  std::vector<std::vector<int>> candidates;  ///< moment columns of each candidate
  std::vector<int> predictions;              ///< moment columns of the predictions, none determined by the others
  int sparsity = 3;
  /// The same for nobody in particular, where more than covariances counts: charges, costs, noise.
  std::optional<search::Problem> nobody;
  std::int64_t budget = search::kAnyCost;  ///< SearchOptions::budget; only with `nobody`
};

}  // namespace explainee::explain
