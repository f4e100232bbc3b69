// explainee/explain/row_model.h: what the fitted explanation says about single rows, block by block of rows.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/fit.h"
#include "explainee/moments/moments.h"

namespace explainee::explain {

/// A fit as linear maps of the moment columns, for many rows at once.
struct RowModel {
  Eigen::VectorXd mean;            ///< of the moment columns, from their shifts
  std::vector<int> predictions;    ///< moment columns
  Eigen::MatrixXd expected;        ///< weights of E[ŷ|u] − mean
  Eigen::MatrixXd facts;           ///< weights of the sum of all contributions
  Eigen::MatrixXd before_inverse;  ///< of the covariance of the independent predictions given u
  Eigen::MatrixXd after_inverse;   ///< and given (u, x_E)
  double half_log_ratio = 0;       ///< ½ log det before − ½ log det after: the information in nats
  std::vector<int> independent;    ///< positions in `predictions` of those that count for surprise
  bool infinite = false;           ///< some direction is settled: surprise has no finite value
};

/// Residuals of some rows: rows × predictions.
struct Residuals {
  Eigen::MatrixXd before;  ///< ŷ − E[ŷ|u]
  Eigen::MatrixXd after;   ///< what the facts leave
};

[[nodiscard]] RowModel make_row_model(const Setting& setting, const moments::Fold& total, const Fit& fit,
                                      bool infinite);

/// Residuals of rows given as rows × moment columns, measured from the shifts.
[[nodiscard]] Residuals residuals(const RowModel& model, const Eigen::Ref<const Eigen::MatrixXd>& rows);

/// log p(ŷ|u,e) − log p(ŷ|u) of each row under the fitted normals, in nats (mathematics §3).
[[nodiscard]] Eigen::VectorXd surprise_removed_nats(const RowModel& model, const Residuals& residuals);

}  // namespace explainee::explain
