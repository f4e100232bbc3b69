// apps/cli/image/image_models.h: the two models of a target pixel's grey value whose predictions are explained.
#pragma once

#include <Eigen/Dense>

namespace explainee::cli {

/// Least-squares prediction of `target` (m) from the columns of `features` (m×n, m > n) with an intercept; columns that
/// depend on others do no harm.
[[nodiscard]] Eigen::VectorXd predict_least_squares(const Eigen::MatrixXd& features, const Eigen::VectorXd& target);

/// Prediction of the Lasso that minimises ‖target − intercept − features·β‖² / 2m + alpha·‖β‖₁, solved to rounding; the
/// features keep their units.
[[nodiscard]] Eigen::VectorXd predict_lasso(const Eigen::MatrixXd& features, const Eigen::VectorXd& target,
                                            double alpha);

}  // namespace explainee::cli
