#include "explainee/search/tree/branching.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/search/problem/addition.h"
#include "explainee/search/problem/assess.h"

namespace explainee::search {
namespace {

/// From this many columns on one bound takes milliseconds.
constexpr std::size_t kManyColumns = 500;

Key key_of_residual(const Problem& problem, const Eigen::MatrixXd& residual) {
  const Key key = key_of(value_of(problem, residual, 0, 0));
  return std::isnan(key.nats) ? Key{problem.predictions(), std::numeric_limits<double>::infinity()} : key;
}

/// Residual covariance without a candidate: R + γ_Jᵀ P_JJ⁻¹ γ_J over its columns J in the basis.
Eigen::MatrixXd residual_without(const Tableau& tableau, const Eigen::MatrixXd& residual,
                                 const std::vector<int>& columns) {
  std::vector<int> basis;
  for (const int j : columns) {
    if (!tableau.in_basis(j)) continue;
    if (!tableau.spare().empty() && tableau.replaceable(j, columns)) return residual;
    basis.push_back(j);
  }
  const auto count = static_cast<Eigen::Index>(basis.size());
  if (count == 0) return residual;
  Eigen::MatrixXd precision(count, count);
  Eigen::MatrixXd coefficients(count, residual.cols());
  for (Eigen::Index a = 0; a < count; ++a) {
    const int i = basis[static_cast<std::size_t>(a)];
    for (Eigen::Index b = 0; b < count; ++b) precision(a, b) = tableau.precision(i, basis[static_cast<std::size_t>(b)]);
    for (Eigen::Index k = 0; k < residual.cols(); ++k) coefficients(a, k) = tableau.coefficient(i, static_cast<int>(k));
  }
  if (count == 1) return residual + coefficients.transpose() * coefficients / precision(0, 0);
  return residual + coefficients.transpose() * precision.ldlt().solve(coefficients);
}

Eigen::MatrixXd residual_of(const Tableau& tableau) {
  const int d = tableau.columns().problem->predictions();
  return Eigen::MatrixXd::NullaryExpr(
      d, d, [&](Eigen::Index k, Eigen::Index l) { return tableau.residual(static_cast<int>(k), static_cast<int>(l)); });
}

bool more_needed(const BranchingChoice& a, const BranchingChoice& b) {
  if (a.without != b.without) return a.without < b.without;
  if (a.with != b.with) return a.with > b.with;
  return a.candidate < b.candidate;
}

}  // namespace

Branching::Branching(const GramSchmidt& levels, const std::vector<int>& free, Limits limits)
    : problem_(&levels.problem()), limits_(limits) {
  for (const int c : free) choices_.push_back({c, {}, key_with(levels.problem(), levels, c).value_or(Key{-1, 0})});
}

void Branching::order(const Tableau& tableau) {
  const UsableColumns& columns = tableau.columns();
  const Eigen::MatrixXd residual = residual_of(tableau);
  const Key all = key_of_residual(*columns.problem, residual);
  for (BranchingChoice& choice : choices_) {
    const auto& own = columns.of_candidate[static_cast<std::size_t>(choice.candidate)];
    choice.without = key_of_residual(*columns.problem, residual_without(tableau, residual, own));
  }
  const std::size_t sorted = std::min(choices_.size(), static_cast<std::size_t>(limits_.facts) + 1);
  std::partial_sort(choices_.begin(), choices_.begin() + static_cast<std::ptrdiff_t>(sorted), choices_.end(),
                    more_needed);
  first_ = too_many();
  estimate_ = first_ > 0 ? std::min(all, choices_[first_ - 1].without) : all;
}

/// How many of the first choices are more than a set can hold; 0 when it can hold all.
std::size_t Branching::too_many() const {
  std::int64_t cost = 0;
  for (std::size_t k = 0; k < choices_.size(); ++k) {
    cost += problem_->candidates[static_cast<std::size_t>(choices_[k].candidate)].cost;
    if (static_cast<int>(k) == limits_.facts || cost > limits_.cost) return k + 1;
  }
  return 0;
}

BranchingChoice Branching::pop() {
  const BranchingChoice first = choices_.front();
  choices_.erase(choices_.begin());
  return first;
}

std::vector<int> Branching::free() const {
  std::vector<int> list;
  for (const BranchingChoice& choice : choices_) list.push_back(choice.candidate);
  std::sort(list.begin(), list.end());
  return list;
}

double Branching::bound_parts() const {
  return static_cast<double>(std::max<std::size_t>(first_, 1)) * problem_->predictions();
}

std::optional<Key> Branching::bound(const Tableau& tableau, DualBound& dual, const base::Control& control) const {
  const UsableColumns& columns = tableau.columns();
  const auto proven = [&](const std::vector<int>& left_out) {
    return dual.residual(tableau, left_out).key(*columns.problem);
  };
  if (first_ == 0) return proven({});
  Key most = {-1, 0};
  for (std::size_t k = 0; k < first_; ++k) {
    if (columns.size > kManyColumns && control.should_stop()) return std::nullopt;
    most = std::max(most, proven(columns.of_candidate[static_cast<std::size_t>(choices_[k].candidate)]));
  }
  return most;
}

}  // namespace explainee::search
