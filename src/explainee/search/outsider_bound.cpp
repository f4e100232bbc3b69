#include "explainee/search/outsider_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace explainee::search {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
const double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRoundUp = 1 + 1e-13;  ///< covers the rounding of a short formula of non-negative numbers

double square(double x) { return x * x; }

}  // namespace

double top_sum(std::vector<double>& values, std::size_t count) {
  if (count < values.size()) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), values.end(),
                     std::greater<>());
  }
  double sum = 0;
  for (std::size_t k = 0; k < std::min(count, values.size()); ++k) sum += values[k];
  return sum * (1 + (static_cast<double>(count) + 2) * kEps);
}

bool OutsiderBound::take(const Subsets& node, double shrink) {
  node_ = node;
  block_ = node.fixed;
  block_.insert(block_.end(), node.chosen.begin(), node.chosen.end());
  block_.insert(block_.end(), node.beside.begin(), node.beside.end());
  std::vector<char> outside = node.allowed;
  for (const int j : block_) outside[static_cast<std::size_t>(j)] = 0;
  outsiders_.clear();
  for (int j = 0; j < freed_->size(); ++j) {
    if (outside[static_cast<std::size_t>(j)] != 0 && freed_->usable(j)) outsiders_.push_back(j);
  }
  bound_.assign(static_cast<std::size_t>(node.places) + 1, -kInfinity);
  for (std::size_t p = outsiders_.size() + 1; p < bound_.size(); ++p) bound_[p] = kInfinity;

  const auto size = static_cast<Eigen::Index>(block_.size());
  rows_.resize(freed_->size(), size);
  for (Eigen::Index k = 0; k < size; ++k) rows_.col(k) = freed_->correlations(block_[static_cast<std::size_t>(k)]);
  inner_ = rows_(block_, Eigen::all);
  inner_ = (0.5 * (inner_ + inner_.transpose())).eval();
  const auto regressed = static_cast<Eigen::Index>(node.fixed.size() + node.chosen.size());
  gamma_ = Eigen::VectorXd::Zero(size);
  if (regressed > 0) {
    const Eigen::LLT<Eigen::MatrixXd> factor(inner_.topLeftCorner(regressed, regressed));
    if (factor.info() != Eigen::Success) return false;
    gamma_.head(regressed) = freed_->cross(block_).head(regressed);
    factor.solveInPlace(gamma_.head(regressed));
    gamma_.segment(static_cast<Eigen::Index>(node.fixed.size()), static_cast<Eigen::Index>(node.chosen.size())) *=
        shrink;
    if (shrink != 1 && !node.fixed.empty()) {
      // The fixed ones follow: what is left must not correlate with them.
      const auto fixed = static_cast<Eigen::Index>(node.fixed.size());
      const Eigen::LLT<Eigen::MatrixXd> own(inner_.topLeftCorner(fixed, fixed));
      const Eigen::VectorXd seen = freed_->cross(node.fixed);
      gamma_.head(fixed) =
          own.solve(seen - inner_.block(0, fixed, fixed, regressed - fixed) * gamma_.segment(fixed, regressed - fixed));
    }
    if (!gamma_.allFinite()) return false;
  }
  rest_ = freed_->cross - rows_ * gamma_;
  reach_ = std::sqrt(freed_->problem->target(0, 0));
  at_gamma_ = freed_->variance;
  for (Eigen::Index k = 0; k < size; ++k) {
    const int j = block_[static_cast<std::size_t>(k)];
    reach_ += freed_->stretch[j] * std::abs(gamma_[k]);
    at_gamma_ -= gamma_[k] * (freed_->cross[j] + rest_[j]);
  }
  epsilon_ = (4 * (static_cast<double>(freed_->factors.cols()) + 4) + 2 * static_cast<double>(size) + 20) * kEps;
  // τ longer than √q, or what is not a number, proves nothing.
  return freed_->variance >= 0 && std::isfinite(reach_);
}

/// A factorisation that succeeds with σ taken off the diagonal proves C − D ⪰ LLᵀ on the block (Rump 2006): σ covers
/// the rounding of C's entries and of the factorisation.
bool OutsiderBound::factor(const Eigen::VectorXd& held_back) {
  const Eigen::Index size = inner_.rows();
  inverse_norm_ = 0;
  lower_.resize(0, 0);
  if (size == 0) return true;
  double stretch = 0;
  for (const int j : block_) stretch += square(freed_->stretch[j]);
  const double shift = 4 * (static_cast<double>(size) + 4) * kEps * (inner_.trace() + static_cast<double>(size)) +
                       2 * freed_->entry_error * stretch;
  Eigen::MatrixXd held = inner_;
  held.diagonal() -= held_back + Eigen::VectorXd::Constant(size, shift);
  const Eigen::LLT<Eigen::MatrixXd> factor(held);
  if (factor.info() != Eigen::Success) return false;
  lower_ = factor.matrixL();
  if (!(lower_.diagonal().minCoeff() > 0)) return false;
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(size, size);
  lower_.triangularView<Eigen::Lower>().solveInPlace(inverse);
  const double norm = inverse.norm();
  if (!(norm * lower_.norm() * static_cast<double>(size) * kEps < 0.005)) return false;
  inverse_norm_ = 1.02 * norm;
  return true;
}

OutsiderBound::Base OutsiderBound::base(const Eigen::VectorXd& held_back) const {
  Base result;
  result.value = at_gamma_ - 8 * epsilon_ * square(reach_);
  const auto fixed = static_cast<Eigen::Index>(node_.fixed.size());
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(block_.size()); ++k) {
    const int j = block_[static_cast<std::size_t>(k)];
    const double error = epsilon_ * freed_->stretch[j] * reach_;
    if (k < fixed) {
      result.value -= square(std::abs(rest_[j]) + error) / held_back[k] * kRoundUp;
      continue;
    }
    result.value += (2 * rest_[j] + held_back[k] * gamma_[k]) * gamma_[k] - 2 * error * std::abs(gamma_[k]);
    const double slope = std::abs(rest_[j] + held_back[k] * gamma_[k]) + error;
    result.gains.push_back(square(slope) / held_back[k] * kRoundUp);
  }
  return result;
}

/// √a_j for every outsider, with the error of the triangular solve.
void OutsiderBound::block_shadows() {
  const auto size = static_cast<double>(block_.size());
  shadow_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(outsiders_.size()));
  if (!block_.empty()) {
    Eigen::MatrixXd shadows = rows_(outsiders_, Eigen::all).transpose();
    lower_.triangularView<Eigen::Lower>().solveInPlace(shadows);
    const double solve = 2 * size * kEps * lower_.norm();
    const double entries = std::sqrt(size) * freed_->entry_error * freed_->most_stretch;
    for (std::size_t k = 0; k < outsiders_.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      const double norm = shadows.col(at).norm() * kRoundUp;
      const double error = inverse_norm_ * (solve * norm + entries * freed_->stretch[outsiders_[k]]);
      shadow_[at] = (norm + 1.1 * error) * kRoundUp;
    }
  }
  std::vector<double> sorted(shadow_.data(), shadow_.data() + shadow_.size());
  const std::size_t most = std::min(sorted.size(), bound_.size());
  std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(most), sorted.end(), std::greater<>());
  most_shadow_.assign(bound_.size() + 1, 0);
  for (std::size_t k = 0; k < bound_.size(); ++k) {
    most_shadow_[k + 1] = (most_shadow_[k] + (k < most ? sorted[k] : 0)) * kRoundUp;
  }
}

/// ρ_j²/d_j for every outsider among p of them; false when some d_j is not positive.
bool OutsiderBound::outsider_gains(int p, std::vector<double>& gains) const {
  gains.resize(outsiders_.size());
  bool sound = true;
  const double others = most_shadow_[static_cast<std::size_t>(p - 1)];
  for (std::size_t k = 0; k < outsiders_.size(); ++k) {
    const int j = outsiders_[k];
    const double shadow = shadow_[static_cast<Eigen::Index>(k)];
    const double taken = (square(shadow) + coherence_->at(p - 1, j) + shadow * others) * kRoundUp +
                         freed_->entry_error * square(freed_->stretch[j]) + 4 * kEps;
    const double left = 1 - taken;
    const double slope = std::abs(rest_[j]) + epsilon_ * freed_->stretch[j] * reach_;
    gains[k] = left > 0 ? square(slope) / left * kRoundUp : kInfinity;
    sound = sound && left > 0;
  }
  return sound;
}

/// No outsider: sets inside the block, other than F ∪ T.
double OutsiderBound::within_block(const Base& base) const {
  const std::size_t chosen = node_.chosen.size();
  const auto places = static_cast<std::size_t>(node_.places);
  std::vector<double> gains = base.gains;
  if (node_.beside.empty()) {
    if (chosen == 0) return kInfinity;
    return base.value - top_sum(gains, std::min(places, chosen - 1));
  }
  return base.value - top_sum(gains, places);
}

bool OutsiderBound::raise(const Shares& shares) {
  const auto size = static_cast<Eigen::Index>(block_.size());
  const auto fixed = static_cast<Eigen::Index>(node_.fixed.size());
  const auto chosen = static_cast<Eigen::Index>(node_.chosen.size());
  Eigen::VectorXd held_back(size);
  held_back.head(fixed).setConstant(shares.fixed);
  held_back.segment(fixed, chosen).setConstant(shares.chosen);
  held_back.tail(size - fixed - chosen).setConstant(shares.beside);
  if (!factor(held_back)) return false;
  block_shadows();
  const Base own = base(held_back);
  bound_[0] = std::max(bound_[0], within_block(own));
  std::vector<double> gains;
  std::vector<double> inside;
  for (int p = 1; p < static_cast<int>(bound_.size()); ++p) {
    double& bound = bound_[static_cast<std::size_t>(p)];
    if (bound == kInfinity) continue;
    const bool sound = outsider_gains(p, gains);
    if (p == 1) {
      gains1_ = gains;
      base1_ = own.value;
    }
    if (!sound) continue;
    inside = own.gains;
    const double block = top_sum(inside, static_cast<std::size_t>(node_.places - p));
    const double outside = top_sum(gains, static_cast<std::size_t>(p));
    const double value = own.value - block - outside;
    bound = std::max(bound, value - 4 * kEps * (std::abs(own.value) + block + outside));
  }
  return true;
}

double OutsiderBound::least() const { return *std::min_element(bound_.begin(), bound_.end()); }

std::vector<int> OutsiderBound::single_outsiders_within(double goal) const {
  std::vector<int> found;
  for (std::size_t k = 0; k < outsiders_.size(); ++k) {
    if (!(base1_ - gains1_[k] - 4 * kEps * (std::abs(base1_) + gains1_[k]) > goal)) found.push_back(outsiders_[k]);
  }
  return found;
}

}  // namespace explainee::search
