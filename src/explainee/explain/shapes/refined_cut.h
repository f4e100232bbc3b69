// explainee/explain/shapes/refined_cut.h: the threshold between two values of a column at which the predictions change
// most: a library has few thresholds, and a rule of the model's own is seldom one of them.
#pragma once

#include <Eigen/Dense>

namespace explainee::explain {

/// The rows of a fit, in any order.
struct CutRows {
  Eigen::VectorXd values;   ///< of the column
  Eigen::MatrixXd left;     ///< rows × targets: what u leaves of them
  Eigen::VectorXd weights;  ///< at least 0
};

/// The value c in [low, high) of the column for which "above c" tells most of what is left; `low` where no other does.
[[nodiscard]] double refined_cut(const CutRows& rows, double low, double high);

}  // namespace explainee::explain
