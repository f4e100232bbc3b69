#include "explainee/search/incumbent/incumbent_search.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "explainee/base/double_limits.h"
#include "explainee/base/tolerances.h"
#include "explainee/search/scan/single_scan.h"
#include "explainee/search/scan/swap_scan.h"

namespace explainee::search {
namespace {

constexpr std::size_t kIncumbentWidth = 16;  ///< nodes of one round

bool later(const IncumbentNode& a, const IncumbentNode& b) {
  return a.bound != b.bound ? a.bound > b.bound : a.id > b.id;
}

}  // namespace

bool incumbent_search_applies(const Problem& problem) {
  return problem.predictions() == 1 && problem.size() == problem.columns();
}

IncumbentSearch::IncumbentSearch(const Problem& problem, const SearchOptions& options, BestSets& pool,
                                 const IncumbentPolicy& policy)
    : problem_(&problem),
      options_(&options),
      pool_(&pool),
      work_(options.most_steps),
      policy_(policy),
      threads_(options.control.threads) {
  open_.push_back({{}, {}, pool.best().set, -base::kInfinity, born_++, {}, nullptr});
}

bool IncumbentSearch::prepare() {
  too_dear_ = !take_on(preparation_steps());
  if (too_dear_) return false;
  prepared_ = options_->shared != nullptr
                  ? options_->shared->get(*problem_, options_->sparsity, threads_, options_->control)
                  : search::prepare(*problem_, options_->sparsity, threads_, options_->control);
  return prepared_ != nullptr;
}

void IncumbentSearch::explore() {
  if (!prepare()) {
    stopped_ = true;
    return;
  }
  while (!open_.empty() && !stopped_ && !gave_up_) {
    const std::vector<IncumbentNode> round = take_round();
    std::vector<Outcome> outcomes(round.size());
    threads_.run(round.size(), [&](std::size_t k) { outcomes[k] = expand(round[k]); });
    for (Outcome& outcome : outcomes) {
      ++nodes_;
      work_.spend(node_steps() + outcome.steps);
      if (outcome.unfinished) climb_on(outcome);
      if (outcome.unknown) ++void_nodes_;
      if (outcome.give_up) gave_up_ = true;
      for (const Set& set : outcome.found) pool_->offer(set);
      if (outcome.scanned) pool_->merge(*outcome.scanned);
      leaves_.insert(leaves_.end(), outcome.leaves.begin(), outcome.leaves.end());
      if (outcome.left) left_ = std::max(left_.value_or(key_of_bound(*outcome.left)), key_of_bound(*outcome.left));
      for (IncumbentNode& child : outcome.children) {
        child.id = born_++;
        open_.push_back(std::move(child));
        std::push_heap(open_.begin(), open_.end(), later);
      }
    }
    const bool enough = (options_->most_nodes > 0 && nodes_ >= options_->most_nodes) || work_.over();
    stopped_ = !open_.empty() && (enough || options_->control.should_stop());
    // Only twins and near-duplicates may leave a bound void at the root and not below it.
    const bool few = problem_->columns() <= policy_.small || (prepared_->alike.empty() && !prepared_->has_twins);
    const std::int64_t most_nodes = problem_->columns() <= policy_.small
                                        ? std::min(policy_.most_nodes, policy_.most_nodes_if_small)
                                        : policy_.most_nodes;
    const std::int64_t most_void = few ? policy_.void_nodes_if_few : policy_.void_nodes;
    gave_up_ = !open_.empty() && !stopped_ && (gave_up_ || nodes_ >= most_nodes || void_nodes_ >= most_void);
    report();
  }
}

std::vector<IncumbentNode> IncumbentSearch::take_round() {
  std::vector<IncumbentNode> round;
  while (!open_.empty() && round.size() < kIncumbentWidth) {
    std::pop_heap(open_.begin(), open_.end(), later);
    round.push_back(std::move(open_.back()));
    open_.pop_back();
  }
  return round;
}

/// The largest f that still matters: what reaches the pool's cutoff.
double IncumbentSearch::cutoff_residual() const {
  const Key cutoff = pool_->cutoff();
  const double settled = base::kSettledRoom * base::kDetermined * problem_->target_scale[0];
  if (cutoff.determined > 0) return settled;
  return std::max(settled, problem_->target(0, 0) * std::exp(-2 * cutoff.nats) * (1 + 1e-14));
}

Key IncumbentSearch::key_of_bound(double bound) const {
  if (!(bound > base::kDetermined * problem_->target_scale[0])) return {1, base::kInfinity};
  return {0, 0.5 * std::log(problem_->target(0, 0) / bound) + 1e-15};
}

bool IncumbentSearch::within_gap(double bound) const {
  const Key key = key_of_bound(bound);
  const Key best = key_of(pool_->best().assessment.value);
  return options_->gap_nats > 0 && key.determined == best.determined && key.nats <= best.nats + options_->gap_nats;
}

IncumbentOutcome IncumbentSearch::expand(const IncumbentNode& node) const {
  Outcome outcome;
  const double cutoff = cutoff_residual();
  if (node.bound > cutoff) {
    close_by(node, cutoff, node.leaf, outcome);
    return outcome;
  }
  const Assessment facts = assess(*problem_, node.in);
  if (!node.in.empty()) outcome.found.push_back(node.in);
  if (facts.value.determined > 0) {  // more facts add nothing
    close(node, LeafKind::kMonotone, outcome);
    return outcome;
  }
  const int places = options_->sparsity - static_cast<int>(node.in.size());
  if (places > 0 && !node.incumbent.empty()) outcome.found.push_back(node.incumbent);
  std::vector<char> allowed = places > 0 ? columns_that_add(node) : std::vector<char>();
  if (std::none_of(allowed.begin(), allowed.end(), [](char flag) { return flag != 0; })) {
    close(node, LeafKind::kEnumerate, outcome);
    return outcome;
  }
  // What is no better than the facts already in by more than a tie reduces to them.
  const double own = problem_->target(0, 0) * std::exp(-2 * facts.value.nats);
  const double goal = std::min(cutoff, own * std::exp(-2 * facts.tie_nats));
  if (places == 1) {
    finish_last_place(node, allowed, goal, outcome);
  } else {
    expand_open(node, std::move(allowed), goal, outcome);
  }
  return outcome;
}

/// Flags of the columns that may join the facts of a node. A column that the facts determine adds nothing beside more
/// facts either.
std::vector<char> IncumbentSearch::columns_that_add(const IncumbentNode& node) const {
  const SwapScan given(*problem_, node.in);
  std::vector<char> allowed(static_cast<std::size_t>(problem_->columns()), 0);
  for (int j = 0; j < problem_->columns(); ++j) {
    allowed[static_cast<std::size_t>(j)] =
        prepared_->factored.usable(j) && given.variance()[j] > base::kDetermined * problem_->column_scale[j] ? 1 : 0;
  }
  for (const int j : node.in) allowed[static_cast<std::size_t>(j)] = 0;
  for (const int j : node.out) allowed[static_cast<std::size_t>(j)] = 0;
  return allowed;
}

/// The rest of expand() where two places or more are left: closed by a bound, or left for the dearer ones.
void IncumbentSearch::expand_open(const IncumbentNode& node, std::vector<char> allowed, double goal,
                                  Outcome& outcome) const {
  IncumbentNode now = node;
  complete(now, allowed);
  if (now.incumbent != node.incumbent) outcome.found.push_back(now.incumbent);
  if (now.incumbent.size() == now.in.size()) return close(node, LeafKind::kEnumerate, outcome);  // nothing adds rank
  if (perspective_ != nullptr) return expand_by_eigenvalue(std::move(now), std::move(allowed), goal, outcome);
  const double proven = prove(now, allowed, goal, outcome);
  if (proven > goal) return close_by(now, cutoff_residual(), now.leaf, outcome);
  outcome.unfinished->node = std::move(now);
  outcome.unfinished->allowed = std::move(allowed);
  outcome.unfinished->goal = goal;
  outcome.unfinished->proven = proven;
}

/// After all that was tried: leaves the node, or splits it.
void IncumbentSearch::close_or_split(const IncumbentNode& node, const std::vector<char>& allowed, double proven,
                                     Outcome& outcome) const {
  IncumbentNode now = node;
  outcome.unknown = proven == -base::kInfinity;
  now.bound = std::max(node.bound, proven);
  if (now.bound > cutoff_residual()) {
    close_by(now, cutoff_residual(), now.leaf, outcome);
    return;
  }
  if (within_gap(now.bound)) {
    close_by(now, -base::kInfinity, now.leaf, outcome);
    outcome.left = now.bound;
    return;
  }
  split(now, allowed, outcome);
}

double IncumbentSearch::sets_in_all() const {
  return count_sets(static_cast<std::size_t>(problem_->columns()), options_->sparsity);
}

Subsets IncumbentSearch::subsets(const IncumbentNode& node, const std::vector<char>& allowed) const {
  Subsets sets;
  sets.fixed = node.in;
  sets.places = options_->sparsity - static_cast<int>(node.in.size());
  sets.allowed = allowed;
  std::set_difference(node.incumbent.begin(), node.incumbent.end(), node.in.begin(), node.in.end(),
                      std::back_inserter(sets.chosen));
  return sets;
}

std::optional<Key> IncumbentSearch::open_bound() const {
  std::optional<Key> most = left_;
  for (const IncumbentNode& node : open_) {
    const Key key = key_of_bound(node.bound);
    most = std::max(most.value_or(key), key);
  }
  return most;
}

/// How much of the gap between the first bound and the best set is closed.
void IncumbentSearch::report() {
  const base::Control& control = options_->control;
  if (!control.progress) return;
  const std::optional<Key> open = open_bound();
  double done = open ? 0 : 1;
  if (open && open->determined == 0 && pool_->best().assessment.value.determined == 0) {
    if (!first_bound_) first_bound_ = open->nats;
    const double gap = *first_bound_ - pool_->best_nats();
    if (gap > 0) done = std::clamp((*first_bound_ - open->nats) / gap, 0.0, 1.0);
  }
  control.report("search", std::max(done, work_.share()));
}

}  // namespace explainee::search
