// explainee/explain/compose/fit.h: the regressions behind an explanation: what she expects, and what the facts add
// (mathematics §3).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/compose/setting.h"
#include "explainee/information/fine/fine_fit.h"

namespace explainee::explain {

/// All predictions regressed on u, and on (u, x_E). Columns are moment columns, measured from their shifts.
struct Fit {
  std::vector<int> columns;           ///< moment columns of the chosen facts, fact by fact
  std::vector<int> fact_of;           ///< which fact each of them belongs to
  Eigen::MatrixXd cross;              ///< columns × predictions: covariance given u
  Eigen::MatrixXd beta;               ///< columns × predictions
  Eigen::MatrixXd alpha;              ///< columns of u × predictions, in the regression on (u, x_E)
  Eigen::MatrixXd expected;           ///< moment columns × predictions: weights of E[ŷ|u] − mean
  Eigen::MatrixXd column_expected;    ///< moment columns × columns: weights of E[x_j|u] − mean
  Eigen::MatrixXd before;             ///< predictions × predictions: covariance given u
  Eigen::MatrixXd after;              ///< the same given (u, x_E)
  std::vector<ShownWith> shown_with;  ///< per column: how it is shown
  Eigen::VectorXd weight;  ///< per fact: √(βᵀGβ), summed over predictions in units of their own deviation
};

/// Fits the set (positions in setting.candidates) on the rows that `problem` was made of.
[[nodiscard]] Fit fit_set(const Setting& setting, const PersonProblem& problem, const moments::Fold& rows,
                          const search::Set& set);

/// The same regression where it is known in more digits.
void take_fine(const information::FineFit& fine, const Setting& setting, Fit& fit);

}  // namespace explainee::explain
