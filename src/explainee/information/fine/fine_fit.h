// explainee/information/fine/fine_fit.h: what a set of facts tells and its regression, in 32 digits (numerics: nearly
// equal columns).
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "explainee/information/fine/fine_moments.h"
#include "explainee/information/gaussian/person_problem.h"

namespace explainee::information {

/// The predictions regressed on u, and on u and the facts; one column per prediction of the situation.
struct FineFit {
  search::Value value;
  std::vector<int> columns;         ///< moment columns of the facts, fact by fact
  Eigen::MatrixXd beta;             ///< columns × predictions; 0 for columns that the others determine
  Eigen::MatrixXd alpha;            ///< columns of u × predictions, beside the facts
  Eigen::MatrixXd expected;         ///< columns of u × predictions, without the facts
  Eigen::MatrixXd column_expected;  ///< columns of u × columns: what she expects of the facts
  Eigen::MatrixXd gram;             ///< columns × columns: covariance given u, with the noise of the facts
  Eigen::MatrixXd cross;            ///< columns × predictions: covariance given u
  Eigen::MatrixXd before;           ///< predictions × predictions: covariance given u
  Eigen::MatrixXd after;            ///< the same given the facts too
  double tie_nats = 0;              ///< values closer than this tie (kTie of the variance given u), per open direction
  double doubt_nats = 0;            ///< how far the value may still be off
};

/// `problem` holds these facts, whatever else; `fine` has all columns in use (columns_in_use). Not where noise is taken
/// out of u (takes_noise_out).
[[nodiscard]] FineFit fine_fit(const Situation& situation, std::span<const FactColumns> facts,
                               const PersonProblem& problem, const moments::Fold& total, const FineMoments& fine);

}  // namespace explainee::information
