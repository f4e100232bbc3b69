// explainee/search/lasso/lasso.h: the Lasso path on (G, b), and when it gives the same answer as the exact search
// (search §8).
#pragma once

#include <Eigen/Dense>
#include <limits>
#include <optional>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// An interval of the path parameter mu (objective ½βᵀGβ − bᵀβ + mu·Σ weight_j|β_j|); empty when high ≤ low.
struct MuInterval {
  double low = 0;
  double high = 0;
};

/// A point or piece of the path.
struct LassoSolution {
  Set set;               ///< candidates with a coefficient other than 0
  Eigen::VectorXd beta;  ///< n, the Lasso's own (shrunken) coefficients at mu.low
  MuInterval mu;         ///< where the support is this one; both ends equal for a given mu
  bool found = true;     ///< false when no mu gives exactly s features
};

/// The Lasso at one mu. One prediction and one-column candidates only. weights: penalty per column, > 0
/// (√G_jj standardises; 1 keeps raw units). Columns with G_jj = 0 never enter.
[[nodiscard]] LassoSolution lasso_at(const Problem& problem, const Eigen::VectorXd& weights, double mu);

/// The first interval of mu, coming from large mu, whose support has exactly s candidates.
[[nodiscard]] LassoSolution lasso_with_sparsity(const Problem& problem, const Eigen::VectorXd& weights, int sparsity);

/// The closed-form test of search §8: the mu for which the Lasso's support equals `set`; none when there is no such
/// mu.
[[nodiscard]] std::optional<MuInterval> mu_where_lasso_equals(const Problem& problem, const Eigen::VectorXd& weights,
                                                              const Set& set);

}  // namespace explainee::search
