// explainee/search/bounds/factored_problem.h: the problem in units in which columns have variance 1 once common factors
// are given away (search §3.1).
#pragma once

#include <Eigen/Dense>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// One prediction, one-column candidates. For any numbers w_jk and τ_k whatsoever
/// f(β) = f_V(β) + Σ_k (τ_k − Σ_j w_jk β_j)² ≥ f_V(β) = q_V − 2b_Vᵀβ + βᵀCβ, so that factors and scores need not be
/// accurate: as stored they define C = (c_jl) and f_V exactly, and only what is computed from them is rounded.
struct FactoredProblem {
  const Problem* problem = nullptr;
  Eigen::VectorXd unit;     ///< n: c_jl = G_jl·unit_j·unit_l − Σ_k w_jk w_lk; 0 for a column that is known already
  Eigen::MatrixXd factors;  ///< n×K: w
  Eigen::VectorXd scores;   ///< K: τ
  Eigen::VectorXd cross;    ///< n: b_V = b_j·unit_j − Σ_k w_jk τ_k, rounded
  double variance = 0;      ///< q_V = q − Σ τ_k², rounded
  Eigen::VectorXd stretch;  ///< n: κ_j ≥ 1, at least the deviation of column j before the factors were given away
  double entry_error = 0;   ///< a computed c_jl is off by at most entry_error·κ_j·κ_l
  double most_stretch = 1;  ///< largest κ_j

  [[nodiscard]] int size() const { return static_cast<int>(unit.size()); }
  [[nodiscard]] bool usable(int column) const { return unit[column] > 0; }
  /// Column j of C, rounded; 0 where a column is not usable.
  [[nodiscard]] Eigen::VectorXd correlations(int column) const {
    Eigen::VectorXd c = problem->gram.col(column).cwiseProduct(unit) * unit[column];
    for (Eigen::Index k = 0; k < factors.cols(); ++k) c -= factors(column, k) * factors.col(k);
    return c;
  }
};

/// The problem with the given factors (n×K, in the problem's own units) and scores; columns already known are left out.
/// A factor that leaves less than a thousandth of some column is not given away, nor are those after it.
[[nodiscard]] FactoredProblem factored(const Problem& problem, const Eigen::MatrixXd& factors,
                                       const Eigen::VectorXd& scores);

}  // namespace explainee::search
