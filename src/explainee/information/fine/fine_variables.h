// explainee/information/fine/fine_variables.h: u, facts and predictions as variables of one covariance in 32 digits.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "explainee/information/fine/fine_moments.h"
#include "explainee/information/gaussian/person_problem.h"

namespace explainee::information {

/// u, the facts' columns and the predictions of the situation, in this order; facts with their noise, predictions with
/// what they vary by beyond the rows.
struct FineVariables {
  int summary = 0;
  int facts = 0;
  int predictions = 0;
  FineMatrix covariance;
  Eigen::VectorXd own;          ///< variance before anything is known, with noise
  Eigen::VectorXd deviation;    ///< of what the rows hold
  std::vector<int> directions;  ///< the predictions that are independent and open

  [[nodiscard]] int prediction(int k) const { return summary + facts + k; }
};

/// `fine` has all columns in use (columns_in_use).
[[nodiscard]] FineVariables fine_variables(const Situation& situation, std::span<const FactColumns> facts,
                                           const PersonProblem& problem, const moments::Fold& total,
                                           const FineMoments& fine);

/// What some facts tell.
struct FineWorth {
  search::Value value;
  double tie_nats = 0;  ///< values closer than this tie (kTie of the variance given u), per open direction
};

/// Of facts of this rank and number: `factor` is conditioned on u and on them, `target` is the covariance of the
/// directions given u. `directions`: where they stand in `factor`.
[[nodiscard]] FineWorth fine_worth(const FineFactor& factor, const std::vector<int>& directions,
                                   const FineMatrix& target, const PersonProblem& problem, int rank, int facts);

/// What `factor` leaves of some variables.
[[nodiscard]] FineMatrix left_among(const FineFactor& factor, const std::vector<int>& variables);

/// from, from + 1, …
[[nodiscard]] std::vector<int> run_of(int from, int count);

}  // namespace explainee::information
