// explainee/search/bounds/dual_bound.h: what no completion can undercut, proven from given coefficients (search §3,
// §5).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/search/algebra/rank_one.h"
#include "explainee/search/algebra/tableau.h"
#include "explainee/search/problem/key.h"

namespace explainee::search {

/// What the predictions keep of their covariance whatever is chosen.
struct ResidualBound {
  Eigen::MatrixXd central;  ///< d×d: of all columns together, up to rounding
  Eigen::MatrixXd lower;    ///< d×d: proven, Σ(ŷ|u, x_E) − lower is positive semidefinite for every E

  /// No set has a larger key, charges left aside.
  [[nodiscard]] Key key(const Problem& problem) const;
};

/// For any γ and w = b − Gγ, every β has f(β) = q − γᵀGγ − 2wᵀβ + (β−γ)ᵀG(β−γ) ≥ q − γᵀGγ − 2wᵀβ: a bound that needs
/// neither an optimal γ nor an accurate factorisation, only G, b and q themselves. |β| is bounded by the precision
/// where it exists, else by the smallest pivot that counts (mathematics §5).
class DualBound {
 public:
  /// `most_columns`: how many columns a set can have.
  DualBound(const UsableColumns& columns, int most_columns);

  /// For every E of allowed columns without those in `left_out`, which belong to one candidate; γ is taken from the
  /// tableau.
  [[nodiscard]] ResidualBound residual(const Tableau& tableau, const std::vector<int>& left_out);

 private:
  void read_coefficients(const Tableau& tableau, const std::vector<int>& left_out);
  [[nodiscard]] double reach_of_rounding(const Tableau& tableau, const std::vector<int>& left_out) const;

  const UsableColumns* columns_;
  int most_columns_;
  Eigen::MatrixXd gamma_;  ///< size×d
  Eigen::MatrixXd rest_;   ///< size×d: w
  std::vector<WeightedRow> weights_;
  std::vector<double> product_;
};

}  // namespace explainee::search
