// explainee/explain/rows/row_model.h: what the fitted explanation says about single rows, block by block of rows.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/compose/fit.h"
#include "explainee/moments/moments.h"

namespace explainee::explain {

/// A column of a fact that is shown rounded.
struct RoundedColumn {
  int column = 0;    ///< moment column
  double shift = 0;  ///< from which it is measured
  ShownWith shown_with = {};
  Eigen::RowVectorXd beta;  ///< one per prediction
};

/// A fit as linear maps of the moment columns, for many rows at once.
struct RowModel {
  Eigen::VectorXd mean;            ///< of the moment columns, from their shifts
  std::vector<int> predictions;    ///< moment columns
  Eigen::MatrixXd expected;        ///< weights of E[ŷ|u] − mean
  Eigen::MatrixXd facts;           ///< weights of the sum of all contributions
  Eigen::MatrixXd before_inverse;  ///< of the covariance of the independent predictions given u
  Eigen::MatrixXd after_inverse;   ///< and given (u, x_E)
  double half_log_ratio = 0;  ///< ½ log det before − ½ log det after, less what noise of facts and draws costs a row
  std::vector<int> independent;    ///< positions in `predictions` of those that count for surprise
  bool infinite = false;           ///< some direction is settled: surprise has no finite value
  Eigen::VectorXd noise_variance;  ///< per prediction: of what the noise of the facts adds to the rest
  std::vector<RoundedColumn> rounded;
};

/// Residuals of some rows: rows × predictions.
struct Residuals {
  Eigen::MatrixXd before;  ///< ŷ − E[ŷ|u]
  Eigen::MatrixXd after;   ///< what the facts leave
};

/// `columns`: of the moments, for their shifts.
[[nodiscard]] RowModel make_row_model(const Setting& setting, const moments::Fold& total, const Fit& fit,
                                      const std::vector<moments::MomentColumn>& columns, bool infinite);

/// Per prediction: the variance Σβ_j²τ_j² that noise of the facts adds to what is left of a row.
[[nodiscard]] Eigen::VectorXd noise_variance(const Eigen::MatrixXd& beta, const std::vector<ShownWith>& shown_with);

/// Residuals of rows given as rows × moment columns, measured from the shifts: for sums over many rows. Rows that are
/// shown are taken apart by take_apart() (decomposition.h), whose digits do not depend on their neighbours.
[[nodiscard]] Residuals residuals(const RowModel& model, const Eigen::Ref<const Eigen::MatrixXd>& rows);

/// Whether the facts bring each row closer to its prediction, 1 or 0; with noise of this variance the probability.
[[nodiscard]] Eigen::ArrayXd brought_closer(const Eigen::ArrayXd& before, const Eigen::ArrayXd& after,
                                            double noise_variance);

/// log p(ŷ|u,e) − log p(ŷ|u) of each row under the fitted normals, in nats (mathematics §3), on average over the noise
/// with which facts are shown and over draws of the prediction around the row's mean.
[[nodiscard]] Eigen::VectorXd surprise_removed_nats(const RowModel& model, const Residuals& residuals);

}  // namespace explainee::explain
