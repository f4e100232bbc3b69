// explainee/information/classes/fitted_chances.h: chances of classes fitted to rows in memory at once, for columns of
// any scale that may follow from each other.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "explainee/information/classes/logistic.h"

namespace explainee::information {

/// Logistic regression on uncorrelated columns that span those given; a constant is added. Without columns, or with one
/// class only, every row has the classes' shares.
class FittedChances {
 public:
  /// `classes`: of each row, 0 … `count` − 1; those that do not occur get no chance of their own.
  FittedChances(const Eigen::MatrixXd& design, std::vector<int> classes, int count, const Eigen::VectorXd& weights);

  /// Rows × count; a chance is at least 1/(2·rows that were fitted), and they add up to 1.
  [[nodiscard]] Eigen::MatrixXd chances(const Eigen::MatrixXd& design) const;

 private:
  int count_;
  double least_;
  std::vector<int> number_;  // of each class among those that occur; −1: it does not
  Eigen::RowVectorXd mean_;
  Eigen::MatrixXd white_;
  Eigen::RowVectorXd log_shares_;
  std::optional<Logistic> model_;
};

}  // namespace explainee::information
