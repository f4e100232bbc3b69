#include "explainee/search/crowd/crowd_climb.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace explainee::search {
namespace {

/// Rounding moves f by this much times the largest 1/pivot.
constexpr double kClimbRounding = 64 * std::numeric_limits<double>::epsilon();
/// The rounding radius of f by facts and squared coefficients, and as much again as ties may spread.
constexpr double kTieRounding = 16 * std::numeric_limits<double>::epsilon();
/// What is left of the prediction must be more than this for its logarithm to have nine digits.
constexpr double kLeastResidual = 1e-4;
/// More swaps than any member needs; a guard against rounding going in circles.
constexpr int kMostClimbSwaps = 50;

}  // namespace

CrowdClimb::CrowdClimb(const CrowdTables& tables) : tables_(&tables), stride_(tables.stride) {
  for (AlignedDoubles* row : {&there_, &cross_, &variance_, &open_, &seen_, &left_, &offer_}) row->resize(stride_);
  for (std::size_t j = 0; j < tables.size; ++j) there_[j] = tables.unit[j] > 0 ? 1 : 0;
  columns_.gram = tables.gram.data();
  columns_.stride = stride_;
  columns_.cross = cross_.data();
  columns_.variance = variance_.data();
  columns_.open = open_.data();
}

ClimbEnd CrowdClimb::begin(const IncumbentMember& member, std::size_t facts) {
  facts_ = facts;
  const std::size_t most = member.known.size() + member.target.size() + facts;
  if (levels_.size() < most * stride_) levels_.resize(most * stride_);
  columns_.levels = levels_.data();
  columns_.count = 0;
  columns_.residual = 1;
  std::copy_n(tables_->cross.data(), stride_, cross_.data());
  std::copy_n(there_.data(), stride_, variance_.data());
  std::copy_n(there_.data(), stride_, open_.data());
  weakest_ = 1;
  if (!know(member) || !summarise(member)) return ClimbEnd::kDelicate;
  for (const int j : member.barred) open_[static_cast<std::size_t>(j)] = 0;
  before_ = columns_.residual;
  if (before_ <= kNoVariance) return ClimbEnd::kNothingToExplain;
  if (before_ < kFirmVariance) return ClimbEnd::kDelicate;
  const Closeness near = close_determined(columns_, kNoVariance, kFirmVariance);
  if (near.delicate) return ClimbEnd::kDelicate;
  if (!near.some) return ClimbEnd::kNothingToExplain;
  before_levels_ = columns_.count;
  offered_ = keep_state(columns_, seen_.data(), left_.data(), offer_.data());
  return ClimbEnd::kReady;
}

/// Known columns are levels; `shared_` gets what they have in common with the other columns of u.
bool CrowdClimb::know(const IncumbentMember& member) {
  const std::size_t k = member.target.size();
  score_.clear();
  shared_.clear();
  for (const int column : member.known) {
    const auto own = static_cast<std::size_t>(column);
    if (!(variance_[own] > kNoVariance)) {
      open_[own] = 0;
      continue;
    }
    if (variance_[own] < kFirmVariance) return false;
    weakest_ = std::min(weakest_, variance_[own]);
    const double inverse = 1 / std::sqrt(variance_[own]);
    for (std::size_t u = 0; u < k; ++u) {
      double covariance = member.cross[u * stride_ + own];
      for (std::size_t l = 0; l < columns_.count; ++l) covariance -= levels_[l * stride_ + own] * shared_[l * k + u];
      shared_.push_back(covariance * inverse);
    }
    score_.push_back(cross_[own] * inverse);
    add_column(columns_, column);
  }
  return true;
}

bool CrowdClimb::summarise(const IncumbentMember& member) {
  const std::size_t k = member.target.size();
  kept_.clear();
  for (std::size_t u = 0; u < k; ++u) {
    const double own = member.inner[u * k + u];
    double left = own;
    double target = member.target[u];
    for (std::size_t l = 0; l < columns_.count; ++l) {
      left -= shared_[l * k + u] * shared_[l * k + u];
      target -= shared_[l * k + u] * score_[l];
    }
    if (!(left > kNoVariance * own)) continue;  // a constant, or determined by the others
    if (left < kFirmVariance * own) return false;
    weakest_ = std::min(weakest_, left / own);
    const double inverse = 1 / std::sqrt(left);
    // Row k of `shared_` as weights: the levels side by side.
    double* level = levels_.data() + columns_.count * stride_;
    combine(member.cross + u * stride_, inverse, nullptr, nullptr, 0, stride_, level);
    for (std::size_t l = 0; l < columns_.count; ++l) {
      const double weight = shared_[l * k + u] * inverse;
      combine(level, 1, levels_.data() + l * stride_, &weight, 1, stride_, level);
    }
    for (std::size_t other = 0; other < k; ++other) {
      double covariance = member.inner[u * k + other];
      for (std::size_t l = 0; l < columns_.count; ++l) covariance -= shared_[l * k + u] * shared_[l * k + other];
      shared_.push_back(covariance * inverse);
    }
    score_.push_back(target * inverse);
    kept_.push_back(static_cast<int>(u));
    add_level(columns_, target * inverse);
  }
  return true;
}

/// Back to u alone.
void CrowdClimb::restart() {
  std::copy_n(seen_.data(), stride_, cross_.data());
  std::copy_n(left_.data(), stride_, variance_.data());
  std::copy_n(offer_.data(), stride_, open_.data());
  columns_.count = before_levels_;
  columns_.residual = before_;
  size_ = 0;
}

bool CrowdClimb::choose(int column) {
  const auto own = static_cast<std::size_t>(column);
  const double pivot = variance_[own];
  if (!(pivot >= kFirmVariance)) return false;
  weakest_ = std::min(weakest_, pivot);
  chosen_score_[size_] = add_column(columns_, column);
  set_[size_++] = column;
  return true;
}

bool CrowdClimb::take(std::span<const int> set) {
  restart();
  return std::all_of(set.begin(), set.end(), [&](int column) { return choose(column); });
}

ClimbEnd CrowdClimb::climb() {
  size_ = 0;
  while (size_ < facts_) {
    const int next = best_column(columns_, kNoVariance);
    if (next < 0) break;
    if (!choose(next)) return ClimbEnd::kDelicate;
  }
  return improve();
}

ClimbEnd CrowdClimb::climb_from(std::span<const int> set) { return take(set) ? improve() : ClimbEnd::kDelicate; }

/// L⁻ᵀ, β and what each column of S is worth, from the levels at its own columns; false when rounding may decide.
bool CrowdClimb::weigh_losses() {
  const std::size_t s = size_;
  const auto lower = [&](std::size_t a, std::size_t k) {
    return levels_[(before_levels_ + k) * stride_ + static_cast<std::size_t>(set_[a])];
  };
  double inverse[kMostCrowdFacts * kMostCrowdFacts];  // L⁻¹
  for (std::size_t a = 0; a < s; ++a) {
    const double own = 1 / lower(a, a);
    for (std::size_t c = 0; c < a; ++c) {
      double sum = 0;
      for (std::size_t k = c; k < a; ++k) sum += lower(a, k) * inverse[k * s + c];
      inverse[a * s + c] = -sum * own;
    }
    inverse[a * s + a] = own;
  }
  double reach = 1;
  bool firm = columns_.residual > kLeastResidual;
  for (std::size_t a = 0; a < s; ++a) {
    double precision = 0;
    beta_[a] = 0;
    for (std::size_t k = a; k < s; ++k) {
      const double entry = inverse[k * s + a];
      weight_[a * s + k] = entry;
      precision += entry * entry;
      beta_[a] += entry * chosen_score_[k];
    }
    spread_[a] = 1 / precision;
    loss_[a] = beta_[a] * beta_[a] * spread_[a];
    reach += std::abs(beta_[a]);
  }
  // More than what the search of one takes for a tie (Assessment::tie_nats, BestSets::cutoff).
  margin_ =
      kCrowdMargin * before_ + kClimbRounding / weakest_ + kTieRounding * static_cast<double>(s + 4) * reach * reach;
  return firm && std::all_of(loss_, loss_ + s, [&](double loss) { return loss > margin_; });
}

/// The best replacement of the a-th column, if it is an improvement; whether another is as good within the margin.
void CrowdClimb::look_at_swap(std::size_t a, const SwapRow& row, Swapped& best) const {
  for (std::size_t j = 0; j < tables_->size; ++j) {
    if (!(open_[j] > 0)) continue;
    double u = 0;
    for (std::size_t k = 0; k < row.count; ++k) u += row.weight[k] * row.levels[k * stride_ + j];
    const double cross = cross_[j] + u * row.slope;
    const double variance = variance_[j] + u * u * row.spread;
    if (!(variance > kNoVariance)) continue;
    const double gain = cross * cross / variance - loss_[a];
    if (variance < kFirmVariance || (gain > -margin_ && gain < margin_)) best.tie = true;
    if (variance < kFirmVariance || gain < margin_ || gain <= best.gain) continue;
    best.out = a;
    best.in = static_cast<int>(j);
    best.gain = gain;
  }
}

bool CrowdClimb::find_swap(Swapped& best) const {
  for (std::size_t a = 0; a < size_; ++a) {
    const SwapRow row{weight_ + a * size_ + a,
                      levels_.data() + (before_levels_ + a) * stride_,
                      size_ - a,
                      beta_[a] * spread_[a],
                      spread_[a],
                      loss_[a] - margin_};
    if (swap_matters(columns_, row, kNoVariance, kFirmVariance)) look_at_swap(a, row, best);
  }
  return best.in >= 0;
}

ClimbEnd CrowdClimb::improve() {
  for (int swaps = 0; swaps < kMostClimbSwaps; ++swaps) {
    if (!weigh_losses()) return ClimbEnd::kDelicate;
    Swapped best;
    if (!find_swap(best)) return best.tie ? ClimbEnd::kDelicate : ClimbEnd::kReady;
    int next[kMostCrowdFacts];
    std::copy_n(set_, size_, next);
    const std::size_t size = size_;
    next[best.out] = best.in;
    if (!take({next, size})) return ClimbEnd::kDelicate;
  }
  return ClimbEnd::kDelicate;
}

double CrowdClimb::residual_of(std::span<const int> set) {
  double lower[kMostCrowdFacts][kMostCrowdFacts];
  double score[kMostCrowdFacts];
  int taken[kMostCrowdFacts];
  std::size_t size = 0;
  double residual = before_;
  for (const int column : set) {
    const auto own = static_cast<std::size_t>(column);
    if (!(offer_[own] > 0)) continue;
    if (size == kMostCrowdFacts) return -1;
    double pivot = left_[own];
    double cross = seen_[own];
    for (std::size_t k = 0; k < size; ++k) {
      const auto other = static_cast<std::size_t>(taken[k]);
      double entry = columns_.gram[own * stride_ + other];
      for (std::size_t l = 0; l < before_levels_; ++l)
        entry -= levels_[l * stride_ + own] * levels_[l * stride_ + other];
      for (std::size_t c = 0; c < k; ++c) entry -= lower[size][c] * lower[k][c];
      lower[size][k] = entry / lower[k][k];
      pivot -= lower[size][k] * lower[size][k];
      cross -= lower[size][k] * score[k];
    }
    if (!(pivot > kFirmVariance)) return -1;
    lower[size][size] = std::sqrt(pivot);
    score[size] = cross / lower[size][size];
    residual -= score[size] * score[size];
    taken[size++] = column;
  }
  return residual > kLeastResidual ? residual : -1;
}

}  // namespace explainee::search
