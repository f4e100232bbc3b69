#include "explainee/search/perspective_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace explainee::search {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kRoundUp = 1 + 1e-13;
constexpr int kRefreshes = 25;      ///< at most
constexpr double kProgress = 0.02;  ///< of what is missing, below which another refresh is not worth it
constexpr int kSweeps = 2;          ///< of coordinate descent per refresh
const double kInfinity = std::numeric_limits<double>::infinity();

double square(double x) { return x * x; }

}  // namespace

void PerspectiveBound::start(const Sparse& gamma) {
  state_.beta = Eigen::VectorXd::Zero(freed_->size());
  std::vector<char> there(static_cast<std::size_t>(freed_->size()), 0);
  for (const int j : free_) there[static_cast<std::size_t>(j)] = 1;
  for (const int j : fixed_) there[static_cast<std::size_t>(j)] = 1;
  for (const auto& [column, value] : gamma) {
    if (there[static_cast<std::size_t>(column)] != 0) state_.beta[column] = value;
  }
}

/// From γ alone: what was left by updates carries the rounding of every γ on the way.
void PerspectiveBound::refresh_rest() {
  state_.rest = freed_->cross;
  for (int j = 0; j < freed_->size(); ++j) {
    if (state_.beta[j] != 0) state_.rest -= state_.beta[j] * freed_->correlations(j);
  }
}

/// The bound of the present γ, with the errors of search §5; sets the gains and the level.
double PerspectiveBound::evaluate() {
  refresh_rest();
  double reach = std::sqrt(freed_->problem->target(0, 0));
  double value = freed_->variance;
  double terms = 0;
  for (Eigen::Index j = 0; j < state_.beta.size(); ++j) {
    const double beta = state_.beta[j];
    if (beta == 0) continue;
    ++terms;
    reach += freed_->stretch[j] * std::abs(beta);
    // −γᵀQγ = −γᵀ(b − ρ) + δ‖γ‖²
    value += beta * (state_.rest[j] - freed_->cross[j] + delta_ * beta);
  }
  const double epsilon = (4 * (static_cast<double>(freed_->factors.cols()) + 4) + 20 + 2 * terms) * kEps;
  value -= 8 * epsilon * square(reach);
  const auto gain = [&](int j) {
    const double slope = std::abs(state_.rest[j] + delta_ * state_.beta[j]) + epsilon * freed_->stretch[j] * reach;
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
  level_ = 0.5 * (inside + outside);
  const double bound = value - (held + top) * kRoundUp - 4 * kEps * (std::abs(value) + held + top);
  if (bound > bound_) {
    bound_ = bound;
    best_gains_ = gains_;
    inside_ = inside;
    outside_ = outside;
    best_ = state_.beta;
  }
  return bound;
}

void PerspectiveBound::update(int column, double level, bool fixed) {
  const double old = state_.beta[column];
  const double pull = state_.rest[column] + (1 - delta_) * old;
  const double size = std::abs(pull);
  const double threshold = std::sqrt(delta_ * level);
  double next = size;
  if (!fixed) {
    if (size <= threshold) {
      next = 0;
    } else {
      const double small = (size - threshold) / (1 - delta_);
      next = small * small * delta_ <= level ? small : size;
    }
  }
  next = pull < 0 ? -next : next;
  if (std::abs(next - old) <= 1e-9 * size) return;
  state_.beta[column] = next;
  state_.rest -= (next - old) * freed_->correlations(column);
}

void PerspectiveBound::descend(double level) {
  const double threshold = std::sqrt(delta_ * level);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (const int j : fixed_) update(j, level, true);
    for (const int j : free_) {
      const double pull = state_.rest[j] + (1 - delta_) * state_.beta[j];
      if (state_.beta[j] != 0 || std::abs(pull) > threshold) update(j, level, false);
    }
  }
}

double PerspectiveBound::prove(const Subsets& node, double goal, Sparse& gamma) {
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
  best_ = Eigen::VectorXd::Zero(freed_->size());
  best_gains_.assign(free_.size(), kInfinity);
  inside_ = 0;
  outside_ = 0;
  if (freed_->variance >= 0) {
    start(gamma);
    double before = evaluate();
    for (int refresh = 0; refresh < kRefreshes && bound_ <= goal; ++refresh) {
      descend(level_);
      const double now = evaluate();
      if (refresh > 2 && now - before < kProgress * (goal - now)) break;
      before = now;
    }
  }
  gamma.clear();
  for (int j = 0; j < freed_->size(); ++j) {
    if (best_[j] != 0) gamma.emplace_back(j, best_[j]);
  }
  return bound_;
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
