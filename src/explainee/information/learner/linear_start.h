// explainee/information/learner/linear_start.h: where boosting begins: a ridge regression on the columns of numbers.
#pragma once

#include <Eigen/Dense>
#include <span>

#include "explainee/information/learner/learner_task.h"

namespace explainee::information {

/// Scores as a linear function of standardised numbers, each cut at `kFarthest` deviations; or only a constant.
class LinearStart {
 public:
  /// Fits it on `rows`; `ridge` rows' worth of slope 0 are added. A negative ridge: a constant.
  LinearStart(const Design& design, const LearnerTarget& target, std::span<const int> rows, double ridge);

  /// Writes the scores of a row.
  void write(const Design& design, int row, double* scores) const;

 private:
  void fit_numbers(const Eigen::MatrixXd& columns, const LearnerTarget& target, std::span<const int> rows,
                   double ridge);
  void fit_classes(const Eigen::MatrixXd& columns, const LearnerTarget& target, std::span<const int> rows,
                   double ridge);
  [[nodiscard]] Eigen::MatrixXd standardised(const Design& design, std::span<const int> rows) const;

  Eigen::VectorXd mean_;
  Eigen::VectorXd scale_;     // 1/deviation; 0 for a column that is constant in these rows
  Eigen::MatrixXd slopes_;    // columns × scores
  Eigen::VectorXd constant_;  // by score
  double lowest_;
  double highest_;
};

}  // namespace explainee::information
