#include "explainee/search/lasso/lasso_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::search {
namespace {

constexpr int kMostZeroSteps = 1000;  ///< guard against rounding going in circles at one knot

}  // namespace

LassoPath::LassoPath(const Eigen::MatrixXd& gram, const Eigen::VectorXd& cross, std::vector<char> allowed)
    : gram_(&gram), cross_(&cross), allowed_(std::move(allowed)), factor_(gram) {
  const Eigen::Index n = cross.size();
  active_.assign(static_cast<std::size_t>(n), 0);
  at_bound_.assign(static_cast<std::size_t>(n), 0);
  theta_.setZero(n);
  direction_.setZero(n);
  sign_.setZero(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    if (allowed_[static_cast<std::size_t>(j)] != 0) largest_ = std::max(largest_, std::abs(cross[j]));
  }
  high_ = low_ = largest_;
  for (Eigen::Index j = 0; j < n; ++j) {
    if (allowed_[static_cast<std::size_t>(j)] == 0 || std::abs(cross[j]) < largest_ * (1 - base::kSameKnot)) continue;
    next_.push_back({0, static_cast<int>(j), cross[j] > 0 ? 1.0 : -1.0});
  }
}

bool LassoPath::advance() {
  for (int k = 0; k < kMostZeroSteps; ++k) {
    if (!(low_ > 0)) return false;
    apply_events();
    find_direction();
    find_step();
    if (high_ - low_ > base::kSameKnot * largest_) return true;
  }
  return false;
}

void LassoPath::apply_events() {
  theta_ += (high_ - low_) * direction_;
  high_ = low_;
  for (const Event& event : next_) {
    const auto column = static_cast<std::size_t>(event.column);
    at_bound_[column] = 1;  // what leaves is tied until the direction says otherwise
    if (event.sign != 0) {
      sign_[event.column] = event.sign;
      continue;
    }
    theta_[event.column] = 0;
    const auto& members = factor_.active();
    factor_.remove(static_cast<std::size_t>(std::find(members.begin(), members.end(), event.column) - members.begin()));
    active_[column] = 0;
  }
}

/// The direction is the minimiser of ½dᵀGd − signᵀd over the active and tied columns, where a column whose coefficient
/// is 0 may only move towards its sign: non-negative least squares after Lawson and Hanson. Without ties it is the
/// ordinary LARS step.
void LassoPath::find_direction() {
  direction_.setZero();
  const Eigen::VectorXd start = factor_.solve(sign_(factor_.active()));
  for (std::size_t k = 0; k < factor_.active().size(); ++k)
    direction_[factor_.active()[k]] = start[static_cast<Eigen::Index>(k)];
  std::vector<char> refused(at_bound_.size(), 0);
  while (true) {
    int best = -1;
    double most = base::kSlopeSlack;
    for (std::size_t j = 0; j < at_bound_.size(); ++j) {
      if (at_bound_[j] == 0 || active_[j] != 0 || refused[j] != 0) continue;
      double slope = 0;
      for (const int k : factor_.active()) slope += (*gram_)(k, static_cast<Eigen::Index>(j)) * direction_[k];
      const double violation = 1 - sign_[static_cast<Eigen::Index>(j)] * slope;
      if (violation > most) {
        most = violation;
        best = static_cast<int>(j);
      }
    }
    if (best < 0) return;
    if (!join(best)) refused[static_cast<std::size_t>(best)] = 1;
  }
}

/// Adds a tied column to the active ones and restores the signs; false when it cannot stay.
bool LassoPath::join(int column) {
  if (!factor_.add(column)) return false;
  active_[static_cast<std::size_t>(column)] = 1;
  while (true) {
    const std::vector<int> members = factor_.active();
    const Eigen::VectorXd wanted = factor_.solve(sign_(members));
    double share = 1;
    for (std::size_t k = 0; k < members.size(); ++k) {
      const double now = sign_[members[k]] * direction_[members[k]];
      const double then = sign_[members[k]] * wanted[static_cast<Eigen::Index>(k)];
      if (constrained(members[k]) && then <= 0) share = std::min(share, now / (now - then));
    }
    if (std::isnan(share)) share = 0;
    for (std::size_t k = 0; k < members.size(); ++k) {
      direction_[members[k]] += share * (wanted[static_cast<Eigen::Index>(k)] - direction_[members[k]]);
    }
    if (share == 1) return active_[static_cast<std::size_t>(column)] != 0;
    for (std::size_t k = members.size(); k-- > 0;) {
      const int member = members[k];
      const bool against = sign_[member] * wanted[static_cast<Eigen::Index>(k)] <= 0;
      if (!constrained(member) || !against ||
          sign_[member] * direction_[member] > base::kStandsAtZero * std::abs(wanted[static_cast<Eigen::Index>(k)]))
        continue;
      direction_[member] = 0;
      active_[static_cast<std::size_t>(member)] = 0;
      factor_.remove(k);
    }
  }
}

std::vector<LassoPath::Event> LassoPath::events(const Eigen::VectorXd& slope) const {
  Eigen::VectorXd correlation = *cross_;
  for (const int k : factor_.active()) correlation -= theta_[k] * gram_->col(k);
  std::vector<Event> found;
  for (Eigen::Index j = 0; j < slope.size(); ++j) {
    const auto column = static_cast<std::size_t>(j);
    if (active_[column] != 0) {
      if (theta_[j] * direction_[j] < 0) found.push_back({-theta_[j] / direction_[j], static_cast<int>(j), 0});
      continue;
    }
    if (allowed_[column] == 0) continue;
    for (const double sign : {1.0, -1.0}) {
      if (at_bound_[column] != 0 && sign == sign_[j]) continue;  // already there, and not getting outside
      const double closing = 1 - sign * slope[j];
      if (closing <= base::kSlopeSlack) continue;
      found.push_back({std::max(0.0, (high_ - sign * correlation[j]) / closing), static_cast<int>(j), sign});
    }
  }
  return found;
}

void LassoPath::find_step() {
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(theta_.size());
  for (const int k : factor_.active()) slope += direction_[k] * gram_->col(k);
  const std::vector<Event> found = events(slope);
  double step = high_;
  for (const Event& event : found) step = std::min(step, event.step);
  next_.clear();
  if (step < high_) {
    for (const Event& event : found) {
      if (event.step <= step + base::kSameKnot * largest_) next_.push_back(event);
    }
  }
  low_ = step < high_ ? high_ - step : 0;
  for (std::size_t j = 0; j < at_bound_.size(); ++j) {
    // A tied column stays tied only while its correlation falls exactly with mu (a duplicate of an active one).
    const double gap = 1 - sign_[static_cast<Eigen::Index>(j)] * slope[static_cast<Eigen::Index>(j)];
    if (at_bound_[j] != 0 && (active_[j] != 0 || gap < -base::kSlopeSlack)) at_bound_[j] = 0;
  }
}

std::vector<int> LassoPath::support() const {
  std::vector<int> columns;
  for (const int k : factor_.active()) {
    if (theta_[k] != 0 || direction_[k] != 0) columns.push_back(k);
  }
  std::sort(columns.begin(), columns.end());
  return columns;
}

}  // namespace explainee::search
