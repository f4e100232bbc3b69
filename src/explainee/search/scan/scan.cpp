#include "explainee/search/scan/scan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/search/problem/addition.h"
#include "explainee/search/scan/single_walk.h"

namespace explainee::search {

/// The way of one thread down the completions, one conditioning per fact.
struct Scan::Walk {
  const Scan& scan;
  BestSets& pool;
  const base::Control& control;
  Set set;

  bool blocks(const GramSchmidt& levels, int from, int places, std::int64_t left);
  bool block(const GramSchmidt& levels, int index, int places, std::int64_t left);
  bool singles(const GramSchmidt& levels, ScanRange range, int places);
  void last_single(const GramSchmidt& levels, ScanRange range);
  void offer(const GramSchmidt& levels, int candidate, const Key& key);
};

namespace {

/// How far a key from levels may be from the assessed one: rounding grows with what is explained and with small pivots.
double key_slack(const GramSchmidt& levels, double nats) {
  return base::kKeySlack + base::kKeyGrowth * std::exp(2 * std::min(nats, 30.0)) / levels.weakest();
}

}  // namespace

Scan::Scan(const Problem& problem, Completions completions, double sets_per_part)
    : problem_(&problem), completions_(std::move(completions)), levels_(problem) {
  for (const int c : completions_.fixed) levels_.add(c);
  sort_out();
  split_singles(sets_per_part);
  for (std::size_t b = 0; b < blocks_.size(); ++b) parts_.push_back({static_cast<int>(b), {}});
}

/// Where costs count, only those of the most frequent cost are singles: of these, a number can be paid for.
void Scan::sort_out() {
  std::map<std::int64_t, int> frequency;
  for (const int c : completions_.free) {
    const Candidate& candidate = problem_->candidates[static_cast<std::size_t>(c)];
    if (candidate.count == 1 && completions_.left != kAnyCost) ++frequency[candidate.cost];
  }
  int most = 0;
  for (const auto& [cost, count] : frequency) {
    if (count <= most) continue;
    most = count;
    single_cost_ = cost;
  }
  for (const int c : completions_.free) {
    const Candidate& candidate = problem_->candidates[static_cast<std::size_t>(c)];
    const bool single = candidate.count == 1 && (single_cost_ == 0 || candidate.cost == single_cost_);
    (single ? singles_ : blocks_).push_back(c);
  }
}

int Scan::single_places(int places, std::int64_t left) const {
  if (single_cost_ == 0) return places;
  return static_cast<int>(std::min<std::int64_t>(places, left / single_cost_));
}

void Scan::split_singles(double sets_per_part) {
  const int places = single_places(completions_.places, completions_.left);
  if (singles_.empty() || places == 0) return;
  if (problem_->predictions() == 1) {
    single_scan_ = std::make_unique<SingleScan>(*problem_, levels_, completions_.fixed, singles_, places);
    for (const ScanRange& range : single_scan_->split(sets_per_part)) parts_.push_back({-1, range});
    return;
  }
  ScanRange range;
  double inside = 0;
  for (std::size_t first = 0; first < singles_.size(); ++first) {
    inside += 1 + count_sets(singles_.size() - first - 1, places - 1);
    range.to = first + 1;
    if (inside < sets_per_part && range.to < singles_.size()) continue;
    parts_.push_back({-1, range});
    range.from = range.to;
    inside = 0;
  }
}

bool Scan::run(std::size_t part, BestSets& pool, const base::Control& control) const {
  const Part& chosen = parts_[part];
  if (chosen.block < 0 && single_scan_ != nullptr) {
    return SingleWalk(*single_scan_, pool, control).run(chosen.range);
  }
  Walk walk{*this, pool, control, completions_.fixed};
  const int places = completions_.places;
  if (chosen.block < 0) return walk.singles(levels_, chosen.range, single_places(places, completions_.left));
  return walk.block(levels_, chosen.block, places, completions_.left);
}

void Scan::Walk::offer(const GramSchmidt& levels, int candidate, const Key& key) {
  const Key& cutoff = pool.cutoff();
  const double slack = key_slack(levels, key.nats);
  if (key < Key{cutoff.determined, cutoff.nats - slack}) return;
  Set found = set;
  found.push_back(candidate);
  std::sort(found.begin(), found.end());
  const Key best = key_of(pool.best().assessment.value);
  if (pool.after_all_ties(found) && key <= Key{best.determined, best.nats}) return;
  if (!pool.covers(found, key)) pool.offer(found);
}

/// Sets that go on with singles alone, then those that take one more block.
bool Scan::Walk::blocks(const GramSchmidt& levels, int from, int places, std::int64_t left) {
  const int single_places = scan.single_places(places, left);
  if (!scan.singles_.empty() && single_places > 0) {
    if (scan.problem_->predictions() == 1) {
      const SingleScan below(*scan.problem_, levels, set, scan.singles_, single_places);
      if (!SingleWalk(below, pool, control).run({0, below.size()})) return false;
    } else if (!singles(levels, {0, scan.singles_.size()}, single_places)) {
      return false;
    }
  }
  for (int b = from; b < static_cast<int>(scan.blocks_.size()); ++b) {
    if (!block(levels, b, places, left)) return false;
  }
  return true;
}

bool Scan::Walk::block(const GramSchmidt& levels, int index, int places, std::int64_t left) {
  if (control.should_stop()) return false;
  const int candidate = scan.blocks_[static_cast<std::size_t>(index)];
  const std::int64_t cost = left == kAnyCost ? 0 : scan.problem_->candidates[static_cast<std::size_t>(candidate)].cost;
  if (cost > left) return true;
  const std::optional<Key> key = key_with(*scan.problem_, levels, candidate);
  if (!key) return true;  // adds no rank, so neither does it beside more facts
  offer(levels, candidate, *key);
  if (places == 1) return true;
  GramSchmidt next = levels;
  next.add(candidate);
  set.push_back(candidate);
  const bool finished = blocks(next, index + 1, places - 1, left - cost);
  set.pop_back();
  return finished;
}

bool Scan::Walk::singles(const GramSchmidt& levels, ScanRange range, int places) {
  if (places == 1) {
    last_single(levels, range);
    return true;
  }
  for (std::size_t k = range.from; k < range.to; ++k) {
    if (control.should_stop()) return false;
    const int candidate = scan.singles_[k];
    const std::optional<Key> key = key_with(*scan.problem_, levels, candidate);
    if (!key) continue;
    offer(levels, candidate, *key);
    GramSchmidt next = levels;
    next.add(candidate);
    set.push_back(candidate);
    const bool finished = singles(next, {k + 1, scan.singles_.size()}, places - 1);
    set.pop_back();
    if (!finished) return false;
  }
  return true;
}

/// det(S − rrᵀ/g) = det S · (1 − rᵀS⁻¹r/g): one comparison per column, logarithms only for what may reach the cutoff.
void Scan::Walk::last_single(const GramSchmidt& levels, ScanRange range) {
  const Problem& problem = *scan.problem_;
  const Value now = value_of(problem, levels.residual(), levels.rank(), levels.facts());
  const Eigen::LLT<Eigen::MatrixXd> factor(levels.residual());
  const bool plain = now.determined == 0 && pool.cutoff().determined == 0 && factor.info() == Eigen::Success;
  const Key& cutoff = pool.cutoff();
  Eigen::VectorXd cross(problem.predictions());
  for (std::size_t k = range.from; k < range.to; ++k) {
    const int candidate = scan.singles_[k];
    const int column = problem.candidates[static_cast<std::size_t>(candidate)].first;
    const double variance = levels.variance()[column];
    if (!(variance > base::kDetermined * problem.column_scale[column])) continue;
    if (plain) {
      const double charge = charge_nats(problem, levels.rank() + 1, levels.facts() + 1);
      const double needed = cutoff.nats + charge - now.nats;
      cross = levels.cross().row(column).transpose();
      factor.matrixL().solveInPlace(cross);
      const double left = 1 - cross.squaredNorm() / variance;
      const double enough = std::exp(-2 * (needed - key_slack(levels, cutoff.nats)));
      if (left > enough && left > base::kNearlyNoneLeft) continue;
    }
    const std::optional<Key> key = key_with(problem, levels, candidate);
    const bool adds = key && *key > Key{now.determined, now.objective_nats() + base::kAddsNothing};
    if (adds) offer(levels, candidate, *key);
  }
}

}  // namespace explainee::search
