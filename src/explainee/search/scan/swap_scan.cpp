#include "explainee/search/scan/swap_scan.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::search {
namespace {

/// Share of its own variance that every column must keep beside the others, so that rounding stays far below kClear.
constexpr double kSoundShare = 1e-4;
/// Of the prediction's variance given the person: estimates differ by far less.
constexpr double kClear = 1e-6;

}  // namespace

SwapScan::SwapScan(const Problem& problem, const std::vector<int>& set)
    : problem_(&problem),
      set_(set),
      residual_(problem.target(0, 0)),
      cross_(problem.cross.col(0)),
      variance_(problem.gram.diagonal()) {
  if (set.empty()) return;
  const auto size = static_cast<Eigen::Index>(set.size());
  const Eigen::LLT<Eigen::MatrixXd> factor(problem.gram(set, set));
  if (factor.info() != Eigen::Success) {
    sound_ = false;
    return;
  }
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(size, size);
  factor.solveInPlace(inverse);
  const Eigen::VectorXd seen = cross_(set);
  beta_ = factor.solve(seen);
  precision_ = inverse.diagonal();
  weights_.resize(problem.columns(), size);
  for (Eigen::Index i = 0; i < size; ++i) {
    weights_.col(i) = inverse(0, i) * problem.gram.col(set[0]);
    for (Eigen::Index l = 1; l < size; ++l) {
      weights_.col(i) += inverse(l, i) * problem.gram.col(set[static_cast<std::size_t>(l)]);
    }
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    const auto column = problem.gram.col(set[static_cast<std::size_t>(i)]);
    variance_ -= column.cwiseProduct(weights_.col(i));
    cross_ -= beta_[i] * column;
  }
  residual_ -= seen.dot(beta_);
  sound_ = precision_.minCoeff() > 0 && beta_.allFinite();
}

bool SwapScan::clearly_leaves(int j, double most) const {
  if (!sound_ || !(variance_[j] > kSoundShare * problem_->column_scale[j])) return false;
  for (Eigen::Index i = 0; i < precision_.size(); ++i) {
    if (!(precision_[i] * kSoundShare * problem_->column_scale[set_[static_cast<std::size_t>(i)]] < 1)) return false;
  }
  return residual_ - cross_[j] * cross_[j] / variance_[j] > most + kClear * problem_->target(0, 0);
}

Swap SwapScan::best_addition(const std::vector<char>& allowed) const {
  Swap best{-1, -1, residual_};
  double most = -1;
  for (Eigen::Index j = 0; j < cross_.size(); ++j) {
    if (allowed[static_cast<std::size_t>(j)] == 0) continue;
    if (!(variance_[j] > base::kDetermined * problem_->column_scale[j])) continue;
    const double gain = cross_[j] * cross_[j] / variance_[j];
    if (!(gain > most)) continue;
    most = gain;
    best = {-1, static_cast<int>(j), residual_ - gain};
  }
  return best;
}

Swap SwapScan::best_swap(std::size_t k, const std::vector<char>& allowed) const {
  const auto i = static_cast<Eigen::Index>(k);
  const double beta = beta_[i];
  const double unit = 1 / precision_[i];
  const double without = residual_ + beta * beta * unit;
  Swap best{set_[k], -1, without};
  double most = -1;
  for (Eigen::Index j = 0; j < cross_.size(); ++j) {
    if (allowed[static_cast<std::size_t>(j)] == 0) continue;
    const double weight = weights_(j, i);
    const double variance = variance_[j] + weight * weight * unit;
    const double cross = cross_[j] + weight * beta * unit;
    if (!(cross * cross > most * variance)) continue;
    if (!(variance > base::kDetermined * problem_->column_scale[j])) continue;
    most = cross * cross / variance;
    best = {set_[k], static_cast<int>(j), without - most};
  }
  return best;
}

}  // namespace explainee::search
