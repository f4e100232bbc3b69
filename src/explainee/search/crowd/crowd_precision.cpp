#include "explainee/search/crowd/crowd_precision.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/double_limits.h"
#include "explainee/search/algebra/round_up.h"

namespace explainee::search {
namespace {

/// Variance of u given all columns, as a share of its own, that is told from 0.
constexpr double kLeastOwn = 1e-6;
/// Share of the smallest eigenvalue that is used: the rest covers the rounding of h.
constexpr double kShare = 0.999;
constexpr double kCrowdThetas[] = {1, 0.8, 0.6, 0.4};
/// Weights below this share of their norm prove nothing.
constexpr double kLeastOwnWeight = 1e-4;

}  // namespace

CrowdPrecision::CrowdPrecision(const CrowdTables& tables) : tables_(&tables), stride_(tables.stride) {
  for (AlignedDoubles* row : {&whole_.gamma, &part_.gamma, &own_weights_, &inside_, &column_, &gain_})
    row->resize(stride_);
}

bool CrowdPrecision::begin(const IncumbentMember& member, std::span<const int> kept) {
  const std::size_t most = kept.size() + 2 * member.barred.size() + 2;
  if (levels_.size() < most * stride_) levels_.resize(most * stride_);
  count_ = 0;
  sign_.clear();
  sum_.clear();
  weights_ = nullptr;
  std::copy_n(tables_->gamma.data(), stride_, whole_.gamma.data());
  whole_.residual = tables_->residual;
  whole_.most = kRoundUpLong / tables_->least_eigenvalue;
  double alpha = 0;
  if (member.weights != nullptr && !kept.empty()) {
    std::copy_n(member.weights, stride_, own_weights_.data());
    for (const int j : member.known) own_weights_[static_cast<std::size_t>(j)] = 0;
    weights_ = own_weights_.data();
    weights_norm_ = std::sqrt(dot(weights_, weights_, stride_));
  } else if (member.weights == nullptr) {
    if (!summarise(member, kept)) return false;
    // Coefficients of u: Kᵀα = θ.
    const std::size_t k = kept.size();
    for (std::size_t a = k; a-- > 0;) {
      for (std::size_t l = a + 1; l < k; ++l) score_[a] -= factor_[l * k + a] * score_[l];
      score_[a] /= factor_[a * k + a];
      const auto u = static_cast<std::size_t>(kept[a]);
      alpha += std::abs(score_[a]) * std::sqrt(member.inner[u * member.target.size() + u]);
    }
  }
  whole_.reach = 1 + alpha + sum_abs(whole_.gamma.data(), stride_);
  std::fill_n(inside_.data(), tables_->size, 1.0);
  for (const int j : member.known) inside_[static_cast<std::size_t>(j)] = 0;
  for (const int j : member.barred) leave_out(j);
  return true;
}

/// Cov(u | x) = KKᵀ gives the rows h = K⁻¹(Pc)ᵀ and scores θ = K⁻¹(c_y − cᵀγ₀).
bool CrowdPrecision::summarise(const IncumbentMember& member, std::span<const int> kept) {
  const std::size_t k = kept.size();
  const std::size_t all = member.target.size();
  factor_.assign(k * k, 0);
  score_.assign(k, 0);
  for (std::size_t a = 0; a < k; ++a) {
    const auto u = static_cast<std::size_t>(kept[a]);
    const double* cross = member.cross + u * stride_;
    double* level = levels_.data() + a * stride_;
    std::copy_n(member.product + u * stride_, stride_, level);
    double score = member.target[u] - dot(cross, tables_->gamma.data(), stride_);
    double pivot = member.inner[u * all + u] - dot(cross, level, stride_);
    for (std::size_t l = 0; l < a; ++l) {
      const auto other = static_cast<std::size_t>(kept[l]);
      double entry = member.inner[u * all + other] - dot(cross, member.product + other * stride_, stride_);
      for (std::size_t c = 0; c < l; ++c) entry -= factor_[a * k + c] * factor_[l * k + c];
      entry /= factor_[l * k + l];
      factor_[a * k + l] = entry;
      pivot -= entry * entry;
      score -= entry * score_[l];
      combine(level, 1, levels_.data() + l * stride_, &entry, 1, stride_, level);
    }
    if (!(pivot > kLeastOwn * member.inner[u * all + u])) return false;
    const double root = std::sqrt(pivot);
    factor_[a * k + a] = root;
    score_[a] = score / root;
    combine(level, 1 / root, nullptr, nullptr, 0, stride_, level);
    combine(whole_.gamma.data(), 1, level, &score_[a], 1, stride_, whole_.gamma.data());
    whole_.residual -= score_[a] * score_[a];
    whole_.most += dot(level, level, stride_) * kRoundUpLong;
    sign_.push_back(1);
    sum_.push_back(sum_abs(level, stride_));
    ++count_;
  }
  return true;
}

double CrowdPrecision::diagonal(std::size_t column) const {
  double sum = tables_->precision[column * stride_ + column];
  for (std::size_t l = 0; l < count_; ++l) {
    const double entry = levels_[l * stride_ + column];
    sum += sign_[l] * entry * entry;
  }
  return sum;
}

void CrowdPrecision::read_column(std::size_t column, double* out) const {
  const double* row = tables_->precision.data() + column * stride_;
  double weight[kMostCrowdFacts];
  std::size_t from = 0;
  do {
    const std::size_t some = std::min(count_ - from, kMostCrowdFacts);
    for (std::size_t l = 0; l < some; ++l) weight[l] = -sign_[from + l] * levels_[(from + l) * stride_ + column];
    combine(from == 0 ? row : out, 1, levels_.data() + from * stride_, weight, some, stride_, out);
    from += some;
  } while (from < count_);
}

/// How far b − Cγ may be from 0.
double CrowdPrecision::rest(double reach) const { return 2 * (tables_->gamma_error + tables_->inverse_error * reach); }

/// How far what is computed of f may be above what holds: the rounding of f at γ, and what γ itself misses.
double CrowdPrecision::error(double reach, double most) const {
  const auto n = static_cast<double>(tables_->size);
  const double left = rest(reach);
  return 16 * (n + static_cast<double>(count_) + 16) * base::kEpsilon * reach * reach + 4 * reach * left +
         n * left * left * most;
}

double CrowdPrecision::bound_without(int column) const {
  const auto own = static_cast<std::size_t>(column);
  double loss = 0;
  double reach = whole_.reach;
  if (weights_ == nullptr || weights_[own] == 0) {
    const double inner = diagonal(own);
    const double weight = std::abs(whole_.gamma[own]) / inner;
    double sums = tables_->row_sum[own];
    for (std::size_t l = 0; l < count_; ++l) sums += std::abs(levels_[l * stride_ + own]) * sum_[l];
    loss = weight * weight * inner;
    reach += weight * sums;
  }
  return whole_.residual + loss - error(reach, whole_.most);
}

/// The regression without one more column, into `part_`.
void CrowdPrecision::regress_without(std::size_t column) {
  read_column(column, column_.data());
  const double inner = column_[column];
  const double weight = whole_.gamma[column] / inner;
  combine(whole_.gamma.data(), 1, column_.data(), &weight, 1, stride_, part_.gamma.data());
  part_.residual = whole_.residual + weight * weight * inner;
  part_.reach = whole_.reach + std::abs(weight) * sum_abs(column_.data(), stride_);
  part_.most = whole_.most;
}

/// The same with u = wᵀx: x_i follows from u and the others (search §7).
void CrowdPrecision::regress_exactly_without(std::size_t column) {
  const double own = weights_[column];
  const double weight = whole_.gamma[column] / own;
  combine(whole_.gamma.data(), 1, weights_, &weight, 1, stride_, part_.gamma.data());
  part_.residual = whole_.residual;
  part_.reach = whole_.reach + 2 * std::abs(weight) * sum_abs(weights_, stride_);  // half of it for u itself
  const double stretch = 1 + weights_norm_ / std::abs(own);
  // P⁽ⁱ⁾ = P − pp'/p_i + hh', h = p/√p_i − √p_i·w/w_i: whichever is less.
  read_column(column, column_.data());
  const double root = std::sqrt(column_[column]);
  const double turn = root / own;
  combine(column_.data(), 1 / root, weights_, &turn, 1, stride_, column_.data());
  const double added = dot(column_.data(), column_.data(), stride_);
  part_.most = std::min(whole_.most * stretch * stretch, whole_.most + added) * kRoundUpLong;
}

/// For good: a column that is in no set.
void CrowdPrecision::leave_out(int column) {
  const auto own = static_cast<std::size_t>(column);
  const bool exact = weights_ != nullptr && std::abs(weights_[own]) > kLeastOwnWeight * weights_norm_;
  if (weights_ != nullptr && weights_[own] != 0 && !exact) return;  // it stays in the regression: a weaker bound
  read_column(own, column_.data());
  const double root = std::sqrt(column_[own]);
  const auto keep = [&](double sign) {
    double* level = levels_.data() + count_ * stride_;
    sign_.push_back(sign);
    sum_.push_back(sum_abs(level, stride_));
    ++count_;
  };
  combine(column_.data(), 1 / root, nullptr, nullptr, 0, stride_, levels_.data() + count_ * stride_);
  if (exact) {
    regress_exactly_without(own);
  } else {
    regress_without(own);
  }
  keep(-1);
  if (exact) {
    const double weight = root / weights_[own];
    combine(levels_.data() + (count_ - 1) * stride_, 1, weights_, &weight, 1, stride_,
            levels_.data() + count_ * stride_);
    keep(1);
    weights_ = nullptr;
  }
  std::swap(whole_, part_);
  inside_[own] = 0;
}

double CrowdPrecision::bound_without(int column, const CrowdClimb& climb, std::span<const int> held, std::size_t places,
                                     double goal) {
  const auto own = static_cast<std::size_t>(column);
  if (weights_ == nullptr) {
    regress_without(own);
  } else {
    if (!(std::abs(weights_[own]) > kLeastOwnWeight * weights_norm_)) return -1;
    regress_exactly_without(own);
  }
  part_.gamma[own] = 0;
  const WeighColumns columns{part_.gamma.data(), inside_.data(), climb.seen()};
  const double delta = kShare / part_.most;
  const double left = rest(part_.reach);
  const double rounding = error(part_.reach, part_.most);
  double best = -1;
  for (const double theta : kCrowdThetas) {
    const double square = weigh(columns, theta, delta, left, stride_, gain_.data());
    double sum = 0;
    for (const int j : held) {
      sum += gain_[static_cast<std::size_t>(j)];
      gain_[static_cast<std::size_t>(j)] = 0;
    }
    gain_[own] = 0;
    double top[kMostCrowdFacts] = {};  // increasing
    for (std::size_t j = 0; j < tables_->size; ++j) {
      if (!(gain_[j] > top[0])) continue;
      std::size_t at = 0;
      for (; at + 1 < places && top[at + 1] < gain_[j]; ++at) top[at] = top[at + 1];
      top[at] = gain_[j];
    }
    for (std::size_t k = 0; k < places; ++k) sum += top[k];
    const double explained = climb.before() - part_.residual - delta * square;
    const double bound = climb.before() - theta * theta * explained - sum * kRoundUpLong - rounding;
    best = std::max(best, bound);
    if (best > goal) break;
  }
  return best;
}

}  // namespace explainee::search
