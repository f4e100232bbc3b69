#include "explainee/search/bounds/perspective_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "explainee/base/double_limits.h"
#include "explainee/search/algebra/gram_rows.h"
#include "explainee/search/algebra/round_up.h"

namespace explainee::search {
namespace {

constexpr std::size_t kRowsBetweenLooks = 256;  ///< rows between two looks at the clock
constexpr int kRefreshes = 60;                  ///< at most
constexpr int kIdleRefreshes = 2;               ///< refreshes that may pass without progress
constexpr double kProgress = 0.02;              ///< of what is missing
constexpr int kSweeps = 4;                      ///< of coordinate descent per refresh
constexpr double kMostLevel = 3;                ///< by which λ changes at once

}  // namespace

PerspectiveSetting::PerspectiveSetting(const FactoredProblem& factored_, double delta_, const base::Control& control)
    : factored(&factored_), delta(delta_), stride((static_cast<std::size_t>(factored_.size()) + 15) / 16 * 16) {
  const auto n = static_cast<std::size_t>(factored->size());
  rows = hwy::AllocateAligned<float>(n * stride);
  for (std::size_t j = 0; j < n && complete; ++j) {
    complete = j % kRowsBetweenLooks != kRowsBetweenLooks - 1 || !control.should_stop();
    const Eigen::VectorXd row = factored->correlations(static_cast<int>(j));
    float* out = rows.get() + j * stride;
    for (std::size_t l = 0; l < stride; ++l) out[l] = l < n ? static_cast<float>(row[static_cast<Eigen::Index>(l)]) : 0;
  }
}

void PerspectiveBound::begin(const Subsets& node, const PerspectiveStart& start) {
  const auto n = static_cast<std::size_t>(factored_->size());
  beta_ = Eigen::VectorXd::Zero(factored_->size());
  rough_.assign(setting_->stride, 0.0F);
  std::vector<char> there(n, 0);
  for (const int j : free_) there[static_cast<std::size_t>(j)] = 1;
  for (const int j : fixed_) there[static_cast<std::size_t>(j)] = 1;
  level_ = start.level;
  for (const auto& [column, value] : start.gamma) {
    if (there[static_cast<std::size_t>(column)] != 0) beta_[column] = value;
  }
  if (level_ > 0) return;
  std::vector<int> own = node.fixed;
  own.insert(own.end(), node.chosen.begin(), node.chosen.end());
  const auto size = static_cast<Eigen::Index>(own.size());
  Eigen::MatrixXd inner(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    for (Eigen::Index l = 0; l < size; ++l) {
      inner(k, l) = static_cast<double>(
          setting_->rows[static_cast<std::size_t>(own[static_cast<std::size_t>(k)]) * setting_->stride +
                         static_cast<std::size_t>(own[static_cast<std::size_t>(l)])]);
    }
  }
  const Eigen::VectorXd seen = factored_->cross(own);
  const Eigen::VectorXd solved = inner.ldlt().solve(seen);
  level_ = base::kInfinity;
  for (Eigen::Index k = 0; k < size; ++k) {
    beta_[own[static_cast<std::size_t>(k)]] = solved[k];
    if (k >= static_cast<Eigen::Index>(node.fixed.size())) level_ = std::min(level_, delta_ * square(solved[k]));
  }
  if (!std::isfinite(level_)) level_ = delta_ * factored_->variance;
}

/// From γ alone, in double precision.
void PerspectiveBound::refresh_rest() {
  rest_ = Eigen::VectorXd::Zero(factored_->size());
  Eigen::VectorXd loads = Eigen::VectorXd::Zero(factored_->factors.cols());
  for (int j = 0; j < factored_->size(); ++j) {
    if (beta_[j] == 0) continue;
    add_row(factored_->problem->gram.col(j).data(), static_cast<std::size_t>(factored_->size()),
            beta_[j] * factored_->unit[j], rest_.data());
    for (Eigen::Index k = 0; k < loads.size(); ++k) loads[k] += beta_[j] * factored_->factors(j, k);
  }
  rest_ = factored_->cross - rest_.cwiseProduct(factored_->unit);
  if (loads.size() > 0) rest_ += factored_->factors * loads;
  for (int j = 0; j < factored_->size(); ++j) rough_[static_cast<std::size_t>(j)] = static_cast<float>(rest_[j]);
}

/// The bound of the present γ by the rough rest: an estimate.
double PerspectiveBound::estimate() {
  double value = factored_->variance;
  const auto slope = [&](int j) {
    return static_cast<double>(rough_[static_cast<std::size_t>(j)]) + delta_ * beta_[j];
  };
  const auto own = [&](int j) { return beta_[j] * (slope(j) - factored_->cross[j]); };
  for (const int j : fixed_) value += own(j) - square(slope(j)) / delta_;
  sorted_.resize(free_.size());
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const int j = free_[k];
    if (beta_[j] != 0) value += own(j);
    sorted_[k] = square(slope(j)) / delta_;
  }
  return value - top_sum(sorted_, static_cast<std::size_t>(places_));
}

/// The bound of the present γ, with the errors of search §5, and the gains that go with it.
double PerspectiveBound::evaluate() {
  refresh_rest();
  double reach = std::sqrt(factored_->problem->target(0, 0));
  double value = factored_->variance;
  double terms = 0;
  for (int j = 0; j < factored_->size(); ++j) {
    const double beta = beta_[j];
    if (beta == 0) continue;
    ++terms;
    reach += factored_->stretch[j] * std::abs(beta);
    // −γᵀQγ = −γᵀ(b − ρ) + δ‖γ‖²
    value += beta * (rest_[j] - factored_->cross[j] + delta_ * beta);
  }
  const double epsilon = (4 * (static_cast<double>(factored_->factors.cols()) + 4) + 20 + 2 * terms) * base::kEpsilon;
  value -= 8 * epsilon * square(reach);
  const auto gain = [&](int j) {
    const double slope = std::abs(rest_[j] + delta_ * beta_[j]) + epsilon * factored_->stretch[j] * reach;
    return square(slope) / delta_ * kRoundUp;
  };
  double held = 0;
  for (const int j : fixed_) held += gain(j);
  gains_.resize(free_.size());
  for (std::size_t k = 0; k < free_.size(); ++k) gains_[k] = gain(free_[k]);
  sorted_ = gains_;
  const auto places = std::min<std::size_t>(static_cast<std::size_t>(places_), sorted_.size());
  outside_ = 0;
  if (places < sorted_.size()) {
    std::nth_element(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(places), sorted_.end(),
                     std::greater<>());
    outside_ = sorted_[places];
  }
  inside_ = places > 0 ? base::kInfinity : 0;
  double top = 0;
  for (std::size_t k = 0; k < places; ++k) {
    top += sorted_[k];
    inside_ = std::min(inside_, sorted_[k]);
  }
  const double sums =
      (static_cast<double>(fixed_.size() + places) + 8) * base::kEpsilon * (std::abs(value) + held + top);
  const double bound = value - held - top - sums;
  return factored_->variance >= 0 && std::isfinite(bound) ? bound : -base::kInfinity;
}

/// Minimises the relaxation in one coefficient: free while it is small, ridge beyond √(λ/δ).
void PerspectiveBound::update(int column, bool fixed) {
  const auto at = static_cast<std::size_t>(column);
  const double old = beta_[column];
  const double pull = static_cast<double>(rough_[at]) + old;
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
  beta_[column] = next;
  add_row(setting_->rows.get() + at * setting_->stride, setting_->stride, static_cast<float>(weight), rough_.data());
}

void PerspectiveBound::descend() {
  const double threshold = std::sqrt(delta_ * level_);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (const int j : fixed_) update(j, true);
    for (const int j : free_) {
      if (beta_[j] != 0 || std::abs(rough_[static_cast<std::size_t>(j)]) > threshold) update(j, false);
    }
  }
}

/// How many places γ takes in the relaxation.
double PerspectiveBound::share_in() const {
  const double whole = std::sqrt(level_ / delta_);
  double sum = 0;
  for (const int j : free_) sum += std::min(1.0, std::abs(beta_[j]) / whole);
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
  for (int j = 0; j < factored_->size(); ++j) {
    if (free[static_cast<std::size_t>(j)] != 0 && factored_->usable(j)) free_.push_back(j);
  }
  begin(node, start);
  refresh_rest();
  int idle = 0;
  double before = estimate();
  double best_level = level_;
  Eigen::VectorXd best = beta_;
  for (int refresh = 0; refresh < kRefreshes && before <= goal && !control.should_stop(); ++refresh) {
    descend();
    const double now = estimate();
    idle = now - before < kProgress * (goal - now) ? idle + 1 : 0;
    if (now > before) {
      before = now;
      best = beta_;
      best_level = level_;
    }
    if (idle >= kIdleRefreshes) break;
    const double wanted = places_ > 0 ? share_in() / places_ : 1;
    level_ *= std::clamp(wanted, 1 / kMostLevel, kMostLevel);
  }
  beta_ = best.cast<float>().cast<double>();  // what is stored is what is proven with
  bound_ = evaluate();
  start.level = best_level;
  start.gamma.clear();
  for (int j = 0; j < factored_->size(); ++j) {
    if (beta_[j] != 0) start.gamma.emplace_back(j, static_cast<float>(beta_[j]));
  }
  return bound_;
}

std::vector<int> PerspectiveBound::never(double goal) const {
  std::vector<int> list;
  if (free_.size() <= static_cast<std::size_t>(places_)) return list;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    // With this one held, the least of the t best makes room for it.
    const double gain = gains_[k];
    if (gain < inside_ && bound_ + (inside_ - gain) * (1 - 1e-12) - 4 * base::kEpsilon * inside_ > goal)
      list.push_back(free_[k]);
  }
  return list;
}

std::vector<int> PerspectiveBound::always(double goal) const {
  std::vector<int> list;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const double gain = gains_[k];
    if (gain > outside_ && gain >= inside_ &&
        bound_ + (gain - outside_) * (1 - 1e-12) - 4 * base::kEpsilon * gain > goal) {
      list.push_back(free_[k]);
    }
  }
  return list;
}

}  // namespace explainee::search
