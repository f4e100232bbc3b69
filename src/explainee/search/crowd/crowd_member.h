// explainee/search/crowd/crowd_member.h: one of many whose problems differ only in what is known before (search §7).
#pragma once

#include <span>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// What is known before anything is chosen: the parts add up, an empty one adds nothing. Borrows all it names; indices
/// and columns are those of the base's problem.
struct Member {
  std::span<const int> known;  ///< candidates whose values are known, in any order
  /// k columns u by their covariances with the n candidates (n×k, column by column), among themselves (k×k) and with
  /// the prediction (k).
  std::span<const double> cross;
  std::span<const double> inner;
  std::span<const double> cross_target;
  /// n: one column wᵀx + noise more, independent noise of this variance ≥ 0. With 0 it follows from the candidates, and
  /// saying so by weights is faster than by covariances.
  std::span<const double> weights;
  double noise_variance = 0;
  std::span<const int> barred;  ///< candidates that are not offered, though not known
};

/// The columns of u regressed out of the candidates and the prediction, as one Gram-Schmidt level each.
struct MemberLevels {
  Eigen::MatrixXd loadings;         ///< n×r: covariance of the candidates with r uncorrelated columns that span u
  Eigen::VectorXd target_loadings;  ///< r: the same of the prediction
  Eigen::VectorXd reach;  ///< n: σ(x_j) + Σ|α_i|σ(u_i), what rounding is relative to where x_j follows from u
};

/// The levels of a member of the crowd of `nobody`; a column of u that the others determine is passed over
/// (kDetermined).
[[nodiscard]] MemberLevels levels_of(const Problem& nobody, const Member& member);

/// The problem that a member leaves, and which candidate of `nobody` each of its candidates is.
struct MemberProblem {
  Problem problem;  ///< of the open candidates alone; no prediction when u settles it: nothing to explain
  Set candidates;
};

/// Conditions on what is known. A candidate is open when it is neither known nor barred and u leaves more than
/// kDetermined of it, and more than rounding.
[[nodiscard]] MemberProblem condition_on(const Problem& nobody, const Member& member);

/// Which of these candidates belong to a set, by position.
[[nodiscard]] Set positions_of(const Set& candidates, std::span<const int> set);

}  // namespace explainee::search
