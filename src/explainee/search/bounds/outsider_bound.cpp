#include "explainee/search/bounds/outsider_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "explainee/base/double_limits.h"
#include "explainee/search/algebra/round_up.h"

namespace explainee::search {
namespace {

constexpr std::size_t kColumns = 256;  ///< of one task

}  // namespace

double top_sum(std::vector<double>& values, std::size_t count) {
  if (count < values.size()) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), values.end(),
                     std::greater<>());
  }
  double sum = 0;
  for (std::size_t k = 0; k < std::min(count, values.size()); ++k) sum += values[k];
  return sum * (1 + (static_cast<double>(count) + 2) * base::kEpsilon);
}

bool OutsiderBound::take(const Subsets& node) {
  node_ = node;
  block_ = node.fixed;
  block_.insert(block_.end(), node.chosen.begin(), node.chosen.end());
  block_.insert(block_.end(), node.beside.begin(), node.beside.end());
  std::vector<char> outside = node.allowed;
  for (const int j : block_) outside[static_cast<std::size_t>(j)] = 0;
  outsiders_.clear();
  for (int j = 0; j < factored_->size(); ++j) {
    if (outside[static_cast<std::size_t>(j)] != 0 && factored_->usable(j)) outsiders_.push_back(j);
  }
  bound_.assign(static_cast<std::size_t>(node.places) + 1, -base::kInfinity);
  parts_.clear();
  for (std::size_t p = outsiders_.size() + 1; p < bound_.size(); ++p) bound_[p] = base::kInfinity;

  const auto size = static_cast<Eigen::Index>(block_.size());
  rows_.resize(factored_->size(), size);
  for (Eigen::Index k = 0; k < size; ++k) rows_.col(k) = factored_->correlations(block_[static_cast<std::size_t>(k)]);
  inner_ = rows_(block_, Eigen::all);
  inner_ = (0.5 * (inner_ + inner_.transpose())).eval();
  epsilon_ =
      (4 * (static_cast<double>(factored_->factors.cols()) + 4) + 2 * static_cast<double>(size) + 20) * base::kEpsilon;
  left_ = Eigen::VectorXd::Ones(size);
  if (size > 0) {
    const Eigen::LLT<Eigen::MatrixXd> whole(inner_);
    if (whole.info() != Eigen::Success) return false;
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(size, size);
    whole.matrixL().solveInPlace(inverse);
    left_ = inverse.colwise().squaredNorm().cwiseInverse().transpose();
    if (!left_.allFinite()) return false;
  }
  const auto regressed = static_cast<Eigen::Index>(node.fixed.size() + node.chosen.size());
  if (regressed > 0) {
    regression_.compute(inner_.topLeftCorner(regressed, regressed));
    if (regression_.info() != Eigen::Success) return false;
  }
  return shrink(1);
}

bool OutsiderBound::shrink(double theta) {
  theta_ = theta;
  regress(theta);
  rest_ = factored_->cross - rows_ * gamma_;
  reach_ = std::sqrt(factored_->problem->target(0, 0));
  at_gamma_ = factored_->variance;
  for (Eigen::Index k = 0; k < gamma_.size(); ++k) {
    const int j = block_[static_cast<std::size_t>(k)];
    reach_ += factored_->stretch[j] * std::abs(gamma_[k]);
    at_gamma_ -= gamma_[k] * (factored_->cross[j] + rest_[j]);
  }
  if (held_back_.size() == gamma_.size()) base_ = base(held_back_);
  slope_squares_.resize(outsiders_.size());
  for (std::size_t k = 0; k < outsiders_.size(); ++k) slope_squares_[k] = square(slope(outsiders_[k]));
  // τ longer than √q, or what is not a number, proves nothing.
  return factored_->variance >= 0 && std::isfinite(reach_);
}

void OutsiderBound::regress(double theta) {
  const auto fixed = static_cast<Eigen::Index>(node_.fixed.size());
  const auto chosen = static_cast<Eigen::Index>(node_.chosen.size());
  gamma_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(block_.size()));
  if (fixed + chosen == 0) return;
  const Eigen::VectorXd seen = factored_->cross(block_);
  gamma_.head(fixed + chosen) = regression_.solve(seen.head(fixed + chosen));
  gamma_.segment(fixed, chosen) *= theta;
  if (theta == 1 || fixed == 0) return;
  // What is left must not correlate with the fixed ones.
  const Eigen::LLT<Eigen::MatrixXd> own(inner_.topLeftCorner(fixed, fixed));
  gamma_.head(fixed) =
      own.solve(seen.head(fixed) - inner_.block(0, fixed, fixed, chosen) * gamma_.segment(fixed, chosen));
}

/// A factorisation that succeeds with σ taken off the diagonal proves C − D ⪰ LLᵀ on the block (Rump 2006): σ covers
/// the rounding of C's entries and of the factorisation.
bool OutsiderBound::factor(const Eigen::VectorXd& held_back) {
  const Eigen::Index size = inner_.rows();
  inverse_norm_ = 0;
  lower_.resize(0, 0);
  if (size == 0) return true;
  double stretch = 0;
  for (const int j : block_) stretch += square(factored_->stretch[j]);
  const double shift =
      4 * (static_cast<double>(size) + 4) * base::kEpsilon * (inner_.trace() + static_cast<double>(size)) +
      2 * factored_->entry_error * stretch;
  Eigen::MatrixXd held = inner_;
  held.diagonal() -= held_back + Eigen::VectorXd::Constant(size, shift);
  const Eigen::LLT<Eigen::MatrixXd> factor(held);
  if (factor.info() != Eigen::Success) return false;
  lower_ = factor.matrixL();
  if (!(lower_.diagonal().minCoeff() > 0)) return false;
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(size, size);
  lower_.triangularView<Eigen::Lower>().solveInPlace(inverse);
  const double norm = inverse.norm();
  if (!(norm * lower_.norm() * static_cast<double>(size) * base::kEpsilon < 0.005)) return false;
  inverse_norm_ = 1.02 * norm;
  return true;
}

OutsiderBound::Base OutsiderBound::base(const Eigen::VectorXd& held_back) const {
  Base result;
  result.value = at_gamma_ - 8 * epsilon_ * square(reach_);
  const auto fixed = static_cast<Eigen::Index>(node_.fixed.size());
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(block_.size()); ++k) {
    const int j = block_[static_cast<std::size_t>(k)];
    const double error = epsilon_ * factored_->stretch[j] * reach_;
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
void OutsiderBound::block_shadows(base::ThreadPool* threads) {
  const auto size = static_cast<double>(block_.size());
  shadow_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(outsiders_.size()));
  shadow_error_ = 0;
  shadows_ = rows_.transpose();
  if (!block_.empty()) {
    const auto columns = static_cast<std::size_t>(shadows_.cols());
    const auto solve_part = [&](std::size_t part) {
      const auto from = static_cast<Eigen::Index>(part * kColumns);
      auto some = shadows_.middleCols(from, std::min<Eigen::Index>(kColumns, shadows_.cols() - from));
      lower_.triangularView<Eigen::Lower>().solveInPlace(some);
    };
    const std::size_t parts = (columns + kColumns - 1) / kColumns;
    if (threads != nullptr) {
      threads->run(parts, solve_part);
    } else {
      for (std::size_t part = 0; part < parts; ++part) solve_part(part);
    }
    const double solve = 2 * size * base::kEpsilon * lower_.norm();
    const double entries = std::sqrt(size) * factored_->entry_error * factored_->most_stretch;
    for (std::size_t k = 0; k < outsiders_.size(); ++k) {
      const double norm = shadows_.col(outsiders_[k]).norm() * kRoundUp;
      const double error = 1.1 * inverse_norm_ * (solve * norm + entries * factored_->stretch[outsiders_[k]]);
      shadow_[static_cast<Eigen::Index>(k)] = (norm + error) * kRoundUp;
      shadow_error_ = std::max(shadow_error_, error);
    }
  }
  rooms_.resize(outsiders_.size());
  for (std::size_t k = 0; k < outsiders_.size(); ++k) rooms_[k] = room(k);
  std::vector<double> sorted(shadow_.data(), shadow_.data() + shadow_.size());
  const std::size_t most = std::min(sorted.size(), bound_.size());
  std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(most), sorted.end(), std::greater<>());
  most_shadow_.assign(bound_.size() + 1, 0);
  for (std::size_t k = 0; k < bound_.size(); ++k) {
    most_shadow_[k + 1] = (most_shadow_[k] + (k < most ? sorted[k] : 0)) * kRoundUp;
  }
}

double OutsiderBound::slope(int column) const {
  return (std::abs(rest_[column]) + epsilon_ * factored_->stretch[column] * reach_) * kRoundUp;
}

double OutsiderBound::room(std::size_t k) const {
  const double taken = square(shadow_[static_cast<Eigen::Index>(k)]) * kRoundUp +
                       factored_->entry_error * square(factored_->stretch[outsiders_[k]]) + 4 * base::kEpsilon;
  return 1 - taken;
}

/// ρ_j²/d_j for every outsider among p of them, by the sums given or else the cheap ones; false when some d_j is not
/// positive.
bool OutsiderBound::outsider_gains(int p, const Eigen::MatrixXd* sums, std::vector<double>& gains) const {
  gains.resize(outsiders_.size());
  bool sound = true;
  const double others = most_shadow_[static_cast<std::size_t>(p - 1)];
  for (std::size_t k = 0; k < outsiders_.size(); ++k) {
    const int j = outsiders_[k];
    const double weight =
        sums != nullptr ? (*sums)(p - 1, j) : coherence_->at(p - 1, j) + shadow_[static_cast<Eigen::Index>(k)] * others;
    const double left = rooms_[k] - weight * kRoundUp - 4 * base::kEpsilon;
    gains[k] = left > 0 ? slope_squares_[k] / left * kRoundUp : base::kInfinity;
    sound = sound && left > 0;
  }
  return sound;
}

/// No outsider: sets inside the block, other than F ∪ T.
double OutsiderBound::within_block(const Base& base) const {
  const auto chosen = static_cast<std::ptrdiff_t>(node_.chosen.size());
  const auto places = static_cast<std::size_t>(node_.places);
  std::vector<double> gains = base.gains;
  const double most = top_sum(gains, places);
  double own = 0;
  double least = base::kInfinity;
  for (std::ptrdiff_t k = 0; k < chosen; ++k) {
    own += base.gains[static_cast<std::size_t>(k)];
    least = std::min(least, base.gains[static_cast<std::size_t>(k)]);
  }
  const double beside = node_.beside.empty() ? 0 : *std::max_element(base.gains.begin() + chosen, base.gains.end());
  if (chosen == 0 && node_.beside.empty()) return base::kInfinity;
  // The best other set drops the least of T for the best beside, or takes that one too while there is a place.
  const bool full = static_cast<std::size_t>(chosen) >= places || node_.beside.empty();
  const double other = chosen == 0 ? most : (full ? own - least + beside : own + beside);
  const double value = base.value - std::min(most, other * kRoundUp);
  // T is among the best sets only if nothing beside beats its least.
  return beside > least ? base.value - most : value - 4 * base::kEpsilon * (std::abs(base.value) + own + beside);
}

double OutsiderBound::allowed_loss(int p, double goal) const {
  std::vector<double> inside = base_.gains;
  return base_.value - top_sum(inside, static_cast<std::size_t>(node_.places - p)) - goal;
}

/// Turns the outsiders' gains into a bound.
void OutsiderBound::settle(int p, std::vector<double>& gains, SplitRule rule, const Weights& weights) {
  std::vector<double> inside = base_.gains;
  const double block = top_sum(inside, static_cast<std::size_t>(node_.places - p));
  const double outside = top_sum(gains, static_cast<std::size_t>(p));
  const double value = base_.value - block - outside;
  raise_to(p, value - 4 * base::kEpsilon * (std::abs(base_.value) + block + outside), rule, weights);
}

/// Keeps a bound that is larger than what was proven before, and how.
void OutsiderBound::raise_to(int p, double bound, SplitRule rule, const Weights& weights) {
  double& proven = bound_[static_cast<std::size_t>(p)];
  if (!(bound > proven)) return;
  proven = bound;
  if (!remember_) return;
  parts_.resize(bound_.size());
  parts_[static_cast<std::size_t>(p)] = {p,    node_.beside, {held_back_.data(), held_back_.data() + held_back_.size()},
                                         rule, weights,      theta_};
}

bool OutsiderBound::raise(const Shares& shares, base::ThreadPool* threads) {
  const auto size = static_cast<Eigen::Index>(block_.size());
  const auto fixed = static_cast<Eigen::Index>(node_.fixed.size());
  const auto chosen = static_cast<Eigen::Index>(node_.chosen.size());
  Eigen::VectorXd held_back(size);
  held_back.head(fixed).setConstant(shares.fixed);
  held_back.segment(fixed, chosen) = shares.chosen * left_.segment(fixed, chosen);
  held_back.tail(size - fixed - chosen) = shares.beside * left_.tail(size - fixed - chosen);
  if (!factor(held_back)) return false;
  held_back_ = held_back;
  block_shadows(threads);
  base_ = base(held_back_);
  raise_to(0, within_block(base_), SplitRule::kCheap, nullptr);
  std::vector<double> gains;
  for (int p = 1; p < static_cast<int>(bound_.size()); ++p) {
    if (bound_[static_cast<std::size_t>(p)] == base::kInfinity) continue;
    const bool sound = outsider_gains(p, nullptr, gains);
    if (p == 1) {
      gains1_ = gains;
      base1_ = base_.value;
    }
    if (sound) settle(p, gains, SplitRule::kCheap, nullptr);
  }
  return true;
}

void OutsiderBound::raise_by(const Eigen::MatrixXd& sums, const Weights& weights) {
  raise_to(0, within_block(base_), SplitRule::kCheap, nullptr);
  for (int p = 1; p < static_cast<int>(bound_.size()); ++p) raise_one(p, sums, weights);
}

void OutsiderBound::raise_one(int p, const Eigen::MatrixXd& sums, const Weights& weights) {
  if (bound_[static_cast<std::size_t>(p)] == base::kInfinity) return;
  std::vector<double> gains;
  if (!outsider_gains(p, &sums, gains)) return;
  settle(p, gains, weights == nullptr ? SplitRule::kExact : SplitRule::kWeighted, weights);
}

/// Entries of C, Z_jᵀZ_l with Z off by its error, and the rounding of the products.
Eigen::VectorXd OutsiderBound::matrix_error() const {
  Eigen::VectorXd error = Eigen::VectorXd::Zero(factored_->size());
  const double most = shadow_.size() > 0 ? shadow_.maxCoeff() : 0;
  const double products =
      2 * (static_cast<double>(block_.size() + static_cast<std::size_t>(factored_->factors.cols())) + 8) *
      base::kEpsilon;
  for (std::size_t k = 0; k < outsiders_.size(); ++k) {
    const int j = outsiders_[k];
    const double own = shadow_[static_cast<Eigen::Index>(k)];
    const double entries = (factored_->entry_error + products) * factored_->stretch[j] * factored_->most_stretch;
    error[j] = 1.01 * (entries + shadow_error_ * (own + most + shadow_error_) + products * own * most);
  }
  return error;
}

void OutsiderBound::keep(const std::vector<double>& bounds, const std::vector<SplitPart>& parts) {
  for (std::size_t p = 0; p < std::min(bounds.size(), bound_.size()); ++p) bound_[p] = std::max(bound_[p], bounds[p]);
  parts_ = parts;
}

double OutsiderBound::least() const { return *std::min_element(bound_.begin(), bound_.end()); }

std::vector<int> OutsiderBound::single_outsiders_within(double goal) const {
  std::vector<int> found;
  for (std::size_t k = 0; k < outsiders_.size(); ++k) {
    if (!(base1_ - gains1_[k] - 4 * base::kEpsilon * (std::abs(base1_) + gains1_[k]) > goal))
      found.push_back(outsiders_[k]);
  }
  return found;
}

}  // namespace explainee::search
