// explainee/explain/supported/drawn_rows.h: rows like the held ones with the model's predictions, and who gives them
// (information §10).
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <memory>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/explain/shapes/held_rows.h"

namespace explainee::explain {

/// Measured as the held rows are: from their means, in their standard deviations.
struct DrawnRows {
  Eigen::MatrixXd values;   ///< rows × moment columns
  Eigen::MatrixXd given;    ///< rows × columns of u
  Eigen::MatrixXd targets;  ///< rows × predictions
};

/// Gives rows like some of the held ones, which are numbered as they are held.
using RowDrawer = std::function<base::Result<std::shared_ptr<const DrawnRows>>(const HeldRows& held,
                                                                               const std::vector<Eigen::Index>& like)>;

}  // namespace explainee::explain
