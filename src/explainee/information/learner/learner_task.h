// explainee/information/learner/learner_task.h: what the learner predicts from which columns, and how a
// row's loss pulls its scores.
#pragma once

#include <span>

#include "explainee/information/learner/tree_grower.h"

namespace explainee::information {

/// Numbers, or classes 0 … classes−1; weights of rows are at least 0, none: all 1.
struct LearnerTarget {
  std::span<const double> values;
  int classes = 0;  ///< 0: numbers
  std::span<const double> weights = {};

  /// Scores of a row: one, or one a class where there are more than two.
  [[nodiscard]] int scores() const { return classes > 2 ? classes : 1; }
  [[nodiscard]] double weight(int row) const { return weights.empty() ? 1 : weights[static_cast<std::size_t>(row)]; }
};

/// What is learned from what; the table and the spans must outlive the call.
struct LearnerTask {
  const BinnedColumns& table;
  std::span<const int> columns;  ///< of the table
  LearnerTarget target;
};

/// The loss of one row at its scores: squared error, or −log of the chance of its class.
[[nodiscard]] double row_loss(const LearnerTarget& target, int row, const double* scores);

/// The predictions that scores stand for: themselves, or the chance of every class (two where there are two).
void write_predictions(const LearnerTarget& target, const double* scores, double* predictions);

/// How many predictions a row has: 1, or one a class.
[[nodiscard]] int predictions_of(const LearnerTarget& target);

/// The pull on score k of every row in `rows`, and the mean curvature of a unit of weight.
double pull_rows(const LearnerTarget& target, std::span<const int> rows, std::span<const double> scores, int k,
                 std::span<Pull> pulls);

}  // namespace explainee::information
