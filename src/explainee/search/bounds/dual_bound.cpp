#include "explainee/search/bounds/dual_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/base/double_limits.h"
#include "explainee/base/tolerances.h"
#include "explainee/search/problem/assess.h"

namespace explainee::search {
DualBound::DualBound(const UsableColumns& columns, int most_columns)
    : columns_(&columns), most_columns_(std::max(1, most_columns)) {
  const auto size = static_cast<Eigen::Index>(columns.size);
  const auto d = static_cast<Eigen::Index>(columns.problem->predictions());
  gamma_.resize(size, d);
  rest_.resize(size, d);
  product_.resize(static_cast<std::size_t>(columns.problem->columns()));
}

/// γ of the regression on all allowed columns but those left out: γ_B − P_BJ P_JJ⁻¹ γ_J.
void DualBound::read_coefficients(const Tableau& tableau, const std::vector<int>& left_out) {
  const auto d = static_cast<int>(gamma_.cols());
  std::vector<int> leaving;
  for (const int j : left_out) {
    if (tableau.in_basis(j)) leaving.push_back(j);
  }
  const auto count = static_cast<Eigen::Index>(leaving.size());
  Eigen::MatrixXd precision(count, count);
  Eigen::MatrixXd shift(count, d);
  for (Eigen::Index a = 0; a < count; ++a) {
    const int i = leaving[static_cast<std::size_t>(a)];
    for (Eigen::Index b = 0; b < count; ++b)
      precision(a, b) = tableau.precision(i, leaving[static_cast<std::size_t>(b)]);
    for (int k = 0; k < d; ++k) shift(a, k) = tableau.coefficient(i, k);
  }
  if (count == 1) {
    shift /= precision(0, 0);
  } else if (count > 1) {
    shift = precision.ldlt().solve(shift).eval();
  }
  for (int j = 0; j < static_cast<int>(columns_->size); ++j) {
    for (int k = 0; k < d; ++k) {
      double value = 0;
      if (tableau.in_basis(j)) {
        value = tableau.coefficient(j, k);
        for (Eigen::Index a = 0; a < count; ++a) {
          value -= tableau.precision(j, leaving[static_cast<std::size_t>(a)]) * shift(a, k);
        }
      }
      gamma_(j, k) = std::isfinite(value) ? value : 0;
    }
  }
  for (const int j : leaving) gamma_.row(j).setZero();
}

/// A share ρ of Σ(ŷ|u) that covers 2wᵀβ for every set and direction, and the rounding of γᵀGγ. In directions with
/// unit variance given u, ‖w_l‖ carries an error of (n+4)·eps·√G_ll(1 + Σ_j√G_jj‖γ_j‖).
double DualBound::reach_of_rounding(const Tableau& tableau, const std::vector<int>& left_out) const {
  const double eps = (static_cast<double>(columns_->size) + 4) * base::kEpsilon;
  double length = 1;
  for (Eigen::Index j = 0; j < gamma_.rows(); ++j) {
    length += columns_->root_variance[j] * (columns_->target_inverse * gamma_.row(j).transpose()).norm();
  }
  const auto size = static_cast<double>(columns_->size);
  const bool full = tableau.spare().empty();
  double by_precision = 0;
  double largest = 0;
  double worst_precision = 0;
  for (int j = 0; j < static_cast<int>(columns_->size); ++j) {
    if (!tableau.allowed(j) || std::find(left_out.begin(), left_out.end(), j) != left_out.end()) continue;
    const double rest =
        (columns_->target_inverse * rest_.row(j).transpose()).norm() + eps * columns_->root_variance[j] * length;
    largest = std::max(largest, rest / std::sqrt(columns_->scale[j]));
    if (!full) continue;
    const double precision = tableau.precision(j, j);
    by_precision = std::max(by_precision, rest * std::sqrt(std::max(0.0, precision)));
    worst_precision = std::max(worst_precision, precision * columns_->scale[j]);
  }
  // Var(x_j | the rest of E) is at least 1/P_jj, and at least kDetermined over the growth of the pivoted factor: the
  // inverse of a unit lower triangular matrix with entries ≤ 1 grows at most like 2^(columns−1).
  const double growth = std::sqrt(std::pow(4.0, most_columns_) / (3 * base::kDetermined));
  double reach = largest * growth;
  const bool trusted = full && worst_precision * size * size * base::kEpsilon < 0.01;
  if (trusted) reach = std::min(reach, 1.01 * by_precision * std::min<double>(most_columns_, size));
  return 2 * reach + eps * length * length;
}

ResidualBound DualBound::residual(const Tableau& tableau, const std::vector<int>& left_out) {
  read_coefficients(tableau, left_out);
  const Problem& problem = *columns_->problem;
  for (Eigen::Index k = 0; k < gamma_.cols(); ++k) {
    weights_.clear();
    for (Eigen::Index j = 0; j < gamma_.rows(); ++j) {
      const auto column = static_cast<std::size_t>(columns_->column[static_cast<std::size_t>(j)]);
      if (gamma_(j, k) != 0) weights_.push_back({column, gamma_(j, k)});
    }
    std::fill(product_.begin(), product_.end(), 0.0);
    add_rows(problem.gram.data(), product_.size(), product_.size(), weights_, product_.data());
    for (Eigen::Index j = 0; j < gamma_.rows(); ++j) {
      const auto column = static_cast<std::size_t>(columns_->column[static_cast<std::size_t>(j)]);
      rest_(j, k) = columns_->cross(j, k) - product_[column];
    }
  }
  const Eigen::MatrixXd explained = gamma_.transpose() * (columns_->cross - rest_);
  const double reach = reach_of_rounding(tableau, left_out);
  ResidualBound bound;
  bound.central = problem.target - 0.5 * (explained + explained.transpose());
  bound.lower = bound.central - reach * problem.target;
  return bound;
}

Key ResidualBound::key(const Problem& problem) const {
  Value value = value_of(problem, lower, 0, 0);
  // Where some directions may be settled, which ones they are hangs on rounding, and so does what is left of the
  // others.
  if (value.determined > 0 && value.determined < problem.predictions()) {
    value.nats = std::numeric_limits<double>::infinity();
  }
  // What is not a number proves nothing.
  if (std::isnan(value.nats)) return {problem.predictions(), std::numeric_limits<double>::infinity()};
  return key_of(value);
}

}  // namespace explainee::search
