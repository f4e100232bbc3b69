#include "explainee/search/perspective_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "explainee/search/gram_rows.h"
#include "explainee/search/rank_one.h"

namespace explainee::search {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kRoundUp = 1 + 1e-13;
constexpr int kRefreshes = 60;      ///< at most
constexpr int kPatience = 2;        ///< refreshes that may pass without progress
constexpr double kProgress = 0.02;  ///< of what is missing
constexpr int kSweeps = 4;          ///< of coordinate descent per refresh
constexpr double kMostLevel = 1.5;  ///< by which λ changes at once
const double kInfinity = std::numeric_limits<double>::infinity();

double square(double x) { return x * x; }

}  // namespace

PerspectiveSetting::PerspectiveSetting(const FreedProblem& freed_, double delta_)
    : freed(&freed_), delta(delta_), stride(padded(static_cast<std::size_t>(freed_.size()))) {
  rows.resize(static_cast<std::size_t>(freed->size()) * stride);
  for (int j = 0; j < freed->size(); ++j) {
    const Eigen::VectorXd row = freed->correlations(j);
    std::copy(row.data(), row.data() + row.size(), rows.data() + static_cast<std::size_t>(j) * stride);
  }
}

void PerspectiveBound::begin(const Subsets& node, const PerspectiveStart& start) {
  const auto n = static_cast<std::size_t>(freed_->size());
  beta_.resize(setting_->stride);
  rest_.resize(setting_->stride);
  std::vector<char> there(n, 0);
  for (const int j : free_) there[static_cast<std::size_t>(j)] = 1;
  for (const int j : fixed_) there[static_cast<std::size_t>(j)] = 1;
  level_ = start.level;
  for (const auto& [column, value] : start.gamma) {
    if (there[static_cast<std::size_t>(column)] != 0) beta_[static_cast<std::size_t>(column)] = value;
  }
  if (level_ > 0) return;
  std::vector<int> own = node.fixed;
  own.insert(own.end(), node.chosen.begin(), node.chosen.end());
  const auto size = static_cast<Eigen::Index>(own.size());
  Eigen::MatrixXd inner(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    for (Eigen::Index l = 0; l < size; ++l) {
      inner(k, l) = setting_->rows[static_cast<std::size_t>(own[static_cast<std::size_t>(k)]) * setting_->stride +
                                   static_cast<std::size_t>(own[static_cast<std::size_t>(l)])];
    }
  }
  const Eigen::VectorXd seen = freed_->cross(own);
  const Eigen::VectorXd solved = inner.ldlt().solve(seen);
  level_ = kInfinity;
  for (Eigen::Index k = 0; k < size; ++k) {
    beta_[static_cast<std::size_t>(own[static_cast<std::size_t>(k)])] = solved[k];
    if (k >= static_cast<Eigen::Index>(node.fixed.size())) level_ = std::min(level_, delta_ * square(solved[k]));
  }
  if (!std::isfinite(level_)) level_ = delta_ * freed_->variance;
}

/// From γ alone: what updates leave carries the rounding of every γ on the way.
void PerspectiveBound::refresh_rest() {
  const auto n = static_cast<std::size_t>(freed_->size());
  std::copy(freed_->cross.data(), freed_->cross.data() + n, rest_.data());
  for (std::size_t j = 0; j < n; ++j) {
    if (beta_[j] == 0) continue;
    const double weight = -beta_[j];
    add_rank_one(rest_.data(), 1, setting_->stride, setting_->stride, &weight,
                 setting_->rows.data() + j * setting_->stride);
  }
}

/// The bound of the present γ, with the errors of search §5.
double PerspectiveBound::evaluate() {
  refresh_rest();
  double reach = std::sqrt(freed_->problem->target(0, 0));
  double value = freed_->variance;
  double terms = 0;
  for (int j = 0; j < freed_->size(); ++j) {
    const double beta = beta_[static_cast<std::size_t>(j)];
    if (beta == 0) continue;
    ++terms;
    reach += freed_->stretch[j] * std::abs(beta);
    // −γᵀQγ = −γᵀ(b − ρ) + δ‖γ‖²
    value += beta * (rest_[static_cast<std::size_t>(j)] - freed_->cross[j] + delta_ * beta);
  }
  const double epsilon = (4 * (static_cast<double>(freed_->factors.cols()) + 4) + 20 + 2 * terms) * kEps;
  value -= 8 * epsilon * square(reach);
  const auto gain = [&](int j) {
    const auto at = static_cast<std::size_t>(j);
    const double slope = std::abs(rest_[at] + delta_ * beta_[at]) + epsilon * freed_->stretch[j] * reach;
    return square(slope) / delta_ * kRoundUp;
  };
  double held = 0;
  for (const int j : fixed_) held += gain(j);
  gains_.resize(free_.size());
  for (std::size_t k = 0; k < free_.size(); ++k) gains_[k] = gain(free_[k]);
  sorted_ = gains_;
  const auto places = std::min<std::size_t>(static_cast<std::size_t>(places_), sorted_.size());
  double outside = 0;
  if (places < sorted_.size()) {
    std::nth_element(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(places), sorted_.end(),
                     std::greater<>());
    outside = sorted_[places];
  }
  double inside = places > 0 ? kInfinity : 0;
  double top = 0;
  for (std::size_t k = 0; k < places; ++k) {
    top += sorted_[k];
    inside = std::min(inside, sorted_[k]);
  }
  const double sums = (static_cast<double>(fixed_.size() + places) + 8) * kEps * (std::abs(value) + held + top);
  const double bound = value - held - top - sums;
  if (bound > bound_) {
    bound_ = bound;
    best_gains_ = gains_;
    inside_ = inside;
    outside_ = outside;
    best_level_ = level_;
    for (std::size_t j = 0; j < best_.size(); ++j) best_[j] = static_cast<float>(beta_[j]);
  }
  return bound;
}

/// Minimises the relaxation in one coefficient: free while it is small, ridge beyond √(λ/δ).
void PerspectiveBound::update(int column, bool fixed) {
  const auto at = static_cast<std::size_t>(column);
  const double old = beta_[at];
  const double pull = rest_[at] + (1 - delta_) * old;
  const double size = std::abs(pull);
  const double threshold = std::sqrt(delta_ * level_);
  double next = size;
  if (!fixed) {
    const double small = (size - threshold) / (1 - delta_);
    if (size <= threshold) {
      next = 0;
    } else if (small * small * delta_ <= level_) {
      next = small;
    }
  }
  next = pull < 0 ? -next : next;
  const double weight = old - next;
  if (std::abs(weight) <= 1e-7 * std::sqrt(level_ / delta_)) return;
  beta_[at] = next;
  add_rank_one(rest_.data(), 1, setting_->stride, setting_->stride, &weight,
               setting_->rows.data() + at * setting_->stride);
}

void PerspectiveBound::descend() {
  const double threshold = std::sqrt(delta_ * level_);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (const int j : fixed_) update(j, true);
    for (const int j : free_) {
      const auto at = static_cast<std::size_t>(j);
      if (beta_[at] != 0 || std::abs(rest_[at]) > threshold) update(j, false);
    }
  }
}

/// How many places γ takes in the relaxation.
double PerspectiveBound::share_in() const {
  const double whole = std::sqrt(level_ / delta_);
  double sum = 0;
  for (const int j : free_) sum += std::min(1.0, std::abs(beta_[static_cast<std::size_t>(j)]) / whole);
  return sum;
}

double PerspectiveBound::prove(const Subsets& node, double goal, const base::Control& control,
                               PerspectiveStart& start) {
  fixed_ = node.fixed;
  places_ = node.places;
  std::vector<char> free = node.allowed;
  for (const int j : node.chosen) free[static_cast<std::size_t>(j)] = 1;
  for (const int j : node.beside) free[static_cast<std::size_t>(j)] = 1;
  for (const int j : node.fixed) free[static_cast<std::size_t>(j)] = 0;
  free_.clear();
  for (int j = 0; j < freed_->size(); ++j) {
    if (free[static_cast<std::size_t>(j)] != 0 && freed_->usable(j)) free_.push_back(j);
  }
  bound_ = -kInfinity;
  best_.assign(static_cast<std::size_t>(freed_->size()), 0.0F);
  best_gains_.assign(free_.size(), kInfinity);
  inside_ = 0;
  outside_ = 0;
  begin(node, start);
  int idle = 0;
  double before = evaluate();
  for (int refresh = 0; refresh < kRefreshes && bound_ <= goal && !control.should_stop(); ++refresh) {
    descend();
    const double now = evaluate();
    idle = now - before < kProgress * (goal - now) ? idle + 1 : 0;
    before = std::max(before, now);
    if (idle >= kPatience) break;
    const double wanted = places_ > 0 ? share_in() / places_ : 1;
    level_ *= std::clamp(wanted, 1 / kMostLevel, kMostLevel);
  }
  start.level = best_level_;
  start.gamma.clear();
  for (int j = 0; j < freed_->size(); ++j) {
    if (best_[static_cast<std::size_t>(j)] != 0) start.gamma.emplace_back(j, best_[static_cast<std::size_t>(j)]);
  }
  return freed_->variance >= 0 ? bound_ : -kInfinity;
}

std::vector<int> PerspectiveBound::never(double goal) const {
  std::vector<int> list;
  if (free_.size() <= static_cast<std::size_t>(places_)) return list;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    // With this one held, the least of the t best makes room for it.
    const double gain = best_gains_[k];
    if (gain < inside_ && bound_ + (inside_ - gain) * (1 - 1e-12) - 4 * kEps * inside_ > goal) list.push_back(free_[k]);
  }
  return list;
}

std::vector<int> PerspectiveBound::always(double goal) const {
  std::vector<int> list;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const double gain = best_gains_[k];
    if (gain > outside_ && gain >= inside_ && bound_ + (gain - outside_) * (1 - 1e-12) - 4 * kEps * gain > goal) {
      list.push_back(free_[k]);
    }
  }
  return list;
}

}  // namespace explainee::search
