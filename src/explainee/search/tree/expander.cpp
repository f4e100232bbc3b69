#include "explainee/search/tree/expander.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "explainee/search/problem/budget.h"

namespace explainee::search {
namespace {

constexpr std::size_t kMostChildren = 64;  ///< of one node before the rest goes back to the heap
constexpr double kLargeScan = 8e6;         ///< cost from which a scan is worth cutting into parts
const double kUnlimited = std::numeric_limits<double>::infinity();

/// In units of one set of the fast scan, about a third of a nanosecond.
double cost_of(const TreeSetting& setting, const Completions& rest) {
  const Problem& problem = *setting.problem;
  const bool fast = problem.predictions() == 1 && std::all_of(rest.free.begin(), rest.free.end(), [&](int c) {
                      return problem.candidates[static_cast<std::size_t>(c)].count == 1;
                    });
  if (rest.left == kAnyCost) return rest.count() * (fast ? 1.0 : 50.0 * problem.predictions());
  const double sets = count_sets(costs_of(problem, rest.free), {rest.places, rest.left});
  return sets * (fast ? 10.0 : 50.0 * problem.predictions());
}

/// Parts of the work of a node, in steps per pair of columns.
constexpr double kNodeSteps = 15000;   ///< of any node, by itself
constexpr double kCopySteps = 0.3;     ///< of the tableau
constexpr double kForbidSteps = 0.15;  ///< for each column that leaves it
constexpr double kBoundSteps = 0.15;   ///< for each choice that a bound leaves out
constexpr double kSetSteps = 0.35;     ///< in steps: a set of the fast scan

}  // namespace

/// One expansion under way.
struct Expander::Task {
  const Node& node;
  double most_steps;
  double pairs;      ///< of columns
  Assessment facts;  ///< of node.in
  Outcome outcome;

  /// Every set of the node is charged at least as much as the facts already in (mathematics §8).
  [[nodiscard]] Key charged(Key bound) const { return {bound.determined, bound.nats - facts.value.charge_nats}; }
  void spend(double steps_per_pair) { outcome.steps += steps_per_pair * pairs; }
};

Completions completions(const TreeSetting& setting, const Node& node) {
  std::vector<char> decided(setting.problem->candidates.size(), 0);
  for (const int c : node.in) decided[static_cast<std::size_t>(c)] = 1;
  for (std::size_t k = 0; k < node.out_count; ++k) decided[static_cast<std::size_t>((*node.out)[k])] = 1;
  Completions rest{node.in, {}, setting.options->sparsity - static_cast<int>(node.in.size())};
  const bool costs = setting.options->budget != kAnyCost;
  if (costs) rest.left = setting.options->budget - cost_of(*setting.problem, node.in);
  for (const int c : setting.candidates) {
    const bool fits = setting.problem->candidates[static_cast<std::size_t>(c)].cost <= rest.left;
    if (decided[static_cast<std::size_t>(c)] == 0 && fits) rest.free.push_back(c);
  }
  if (costs) {
    const Limits limits = narrowed(costs_of(*setting.problem, rest.free), {rest.places, rest.left});
    rest.places = limits.facts;
    rest.left = limits.cost;
  }
  return rest;
}

double scan_steps(const TreeSetting& setting, const Completions& rest) {
  const auto size = static_cast<double>(rest.free.size());
  return kSetSteps * cost_of(setting, rest) + 0.5 * size * size;
}

bool scan_at_once(const TreeSetting& setting, const Node& node, const Completions& rest) {
  const auto size = static_cast<double>(setting.columns->size);
  // Loading the tableau costs about as much per forbidden candidate as a bound does per place.
  const double load = 1 + static_cast<double>(node.out_count) / 30;
  return cost_of(setting, rest) <=
         std::max(setting.policy.at_once, setting.policy.at_once_per_pair * size * size * load);
}

Expander::Expander(const TreeSetting& setting) : setting_(&setting), dual_(*setting.columns, setting.most_columns) {}

Outcome Expander::expand(const Node& node, const BestSets& pool, double most_steps) {
  const auto size = static_cast<double>(setting_->columns->size);
  Task task{node, most_steps, size * size, assess(*setting_->problem, node.in), {pool, node.bound, {}, {}, {}, {}}};
  if (!node.in.empty() && !(key_of(task.facts.value) < pool.cutoff())) task.outcome.pool.offer(node.in);
  task.outcome.steps = kNodeSteps;
  Completions rest = completions(*setting_, node);
  if (rest.places == 0 || rest.free.empty()) {
    close(task, node, LeafKind::kEnumerate);
    return std::move(task.outcome);
  }
  if (finished_by(task, node.bound)) {
    close(task, node, LeafKind::kMonotone);
    return std::move(task.outcome);
  }
  if (scan_at_once(*setting_, node, rest)) {
    scan(task, node);
    return std::move(task.outcome);
  }
  GramSchmidt levels(*setting_->problem);
  for (const int c : node.in) levels.add(c);
  Branching branching(levels, rest.free, {rest.places, rest.left});
  const bool loaded = load(task, rest.free) && tighten(task, branching);
  Node tighter = node;
  tighter.bound = task.outcome.bound;
  if (!loaded) {
    task.outcome.nodes.push_back(std::move(tighter));
  } else if (finished_by(task, task.outcome.bound)) {
    close(task, node, LeafKind::kMonotone);
  } else {
    const std::size_t before_scan = children_before_scan(rest);
    if (before_scan == 0) {
      scan(task, std::move(tighter));
    } else {
      split(task, branching, before_scan);
    }
  }
  return std::move(task.outcome);
}

/// How many children are worth a try before every set is looked at: none for few sets, as many as like for too many.
std::size_t Expander::children_before_scan(const Completions& rest) const {
  const double cost = cost_of(*setting_, rest);
  if (rest.places > 3 || cost > setting_->policy.last_places) return std::numeric_limits<std::size_t>::max();
  const auto size = static_cast<double>(setting_->columns->size);
  return static_cast<std::size_t>(cost / (setting_->policy.child_per_pair * size * size));
}

/// Brings the tableau to the node; false when stopped. With costs only what can still be paid for is allowed.
bool Expander::load(Task& task, const std::vector<int>& free) {
  const Node& node = task.node;
  const std::vector<int> dear = too_dear(node, free);
  task.spend(kCopySteps + kForbidSteps * static_cast<double>(node.out_count + dear.size()));
  if (setting_->options->control.should_stop()) return false;
  if (!tableau_) tableau_.emplace(*setting_->columns);
  if (!tableau_->copy(*setting_->root, setting_->options->control)) return false;
  const auto& columns = setting_->columns->of_candidate;
  for (std::size_t k = 0; k < node.out_count; ++k) {
    if (setting_->options->control.should_stop()) return false;
    for (const int j : columns[static_cast<std::size_t>((*node.out)[k])]) tableau_->forbid(j);
  }
  for (const int c : dear) {
    if (setting_->options->control.should_stop()) return false;
    for (const int j : columns[static_cast<std::size_t>(c)]) tableau_->forbid(j);
  }
  for (const int c : node.in) {
    for (const int j : columns[static_cast<std::size_t>(c)]) tableau_->keep(j);
  }
  return true;
}

/// Candidates that are neither in, nor out, nor free.
std::vector<int> Expander::too_dear(const Node& node, const std::vector<int>& free) const {
  std::vector<int> dear;
  if (setting_->options->budget == kAnyCost) return dear;
  std::vector<char> other(setting_->problem->candidates.size(), 0);
  for (const int c : node.in) other[static_cast<std::size_t>(c)] = 1;
  for (const int c : free) other[static_cast<std::size_t>(c)] = 1;
  for (std::size_t k = 0; k < node.out_count; ++k) other[static_cast<std::size_t>((*node.out)[k])] = 1;
  for (const int c : setting_->candidates) {
    if (other[static_cast<std::size_t>(c)] == 0) dear.push_back(c);
  }
  return dear;
}

/// Proves a bound for the node as it is; false when stopped.
bool Expander::tighten(Task& task, Branching& branching) {
  branching.order(*tableau_);
  task.spend(kBoundSteps * branching.bound_parts());
  const std::optional<Key> bound = branching.bound(*tableau_, dual_, setting_->options->control);
  if (bound) task.outcome.bound = std::min(task.outcome.bound, task.charged(*bound));
  return bound.has_value();
}

/// True when no set under this bound matters: it is below the cutoff, no better than the facts already in, or within
/// the gap that the caller allows.
bool Expander::finished_by(Task& task, const Key& bound) const {
  if (cannot_matter(task, bound)) return true;
  if (!within_gap(task, bound)) return false;
  task.outcome.left = std::max(task.outcome.left.value_or(bound), bound);
  return true;
}

bool Expander::cannot_matter(const Task& task, const Key& bound) const {
  if (bound < task.outcome.pool.cutoff()) return true;
  const Key own = key_of(task.facts.value);
  return bound.determined == own.determined && bound.nats <= own.nats + task.facts.tie_nats;
}

bool Expander::within_gap(const Task& task, const Key& bound) const {
  const Key best = key_of(task.outcome.pool.best().assessment.value);
  const double gap = setting_->options->gap_nats;
  return gap > 0 && bound.determined == best.determined && bound.nats <= best.nats + gap;
}

void Expander::scan(Task& task, Node node) const {
  Completions rest = completions(*setting_, node);
  if (cost_of(*setting_, rest) > kLargeScan) {
    task.outcome.large_scan = std::move(node);
    return;
  }
  task.outcome.steps += scan_steps(*setting_, rest);
  const Scan all(*setting_->problem, std::move(rest), kUnlimited);
  for (std::size_t part = 0; part < all.parts(); ++part) {
    if (all.run(part, task.outcome.pool, setting_->options->control)) continue;
    task.outcome.nodes.push_back(std::move(node));
    return;
  }
  close(task, node, LeafKind::kEnumerate);
}

/// Keeps the node as a leaf, where leaves are kept.
void Expander::close(Task& task, const Node& node, LeafKind kind) const {
  if (setting_->options->keep_leaves) task.outcome.leaves.push_back(leaf_of(node, kind));
}

/// True when the sets that lack every choice made so far are proven not to matter.
bool Expander::rest_is_finished(Task& task, Branching& branching) {
  branching.order(*tableau_);
  const Key estimate = task.charged(branching.estimate());
  if (!cannot_matter(task, estimate) && !within_gap(task, estimate)) return false;
  task.spend(kBoundSteps * branching.bound_parts());
  const std::optional<Key> bound = branching.bound(*tableau_, dual_, setting_->options->control);
  return bound && finished_by(task, task.charged(*bound));
}

/// Branches as search §3.5 says: the k-th child holds the k-th choice and lacks the earlier ones; ends as soon as the
/// sets that lack all of them so far cannot matter, or are few enough to look at.
void Expander::split(Task& task, Branching& branching, std::size_t before_scan) {
  const Node& node = task.node;
  const auto taken = node.out->begin() + static_cast<std::ptrdiff_t>(node.out_count);
  auto out = std::make_shared<std::vector<int>>(node.out->begin(), taken);
  std::vector<Node>& nodes = task.outcome.nodes;
  for (std::size_t k = 0; !branching.empty(); ++k) {
    const bool finished = k > 0 && rest_is_finished(task, branching);
    const Key estimate = task.charged(branching.estimate());
    Node rest{node.in, out, out->size(), task.outcome.bound, estimate};
    if (finished) return close(task, rest, LeafKind::kMonotone);
    if (k == before_scan) return scan(task, std::move(rest));
    const bool enough = k == kMostChildren || task.outcome.steps > task.most_steps;
    if (enough || (k > 0 && setting_->options->control.should_stop())) {
      nodes.push_back(std::move(rest));
      return;
    }
    const BranchingChoice choice = branching.pop();
    nodes.push_back(std::move(rest));
    Set& in = nodes.back().in;
    in.insert(std::upper_bound(in.begin(), in.end(), choice.candidate), choice.candidate);
    out->push_back(choice.candidate);
    task.spend(kForbidSteps);
    for (const int j : setting_->columns->of_candidate[static_cast<std::size_t>(choice.candidate)]) tableau_->forbid(j);
  }
  // Nothing is free any more: the facts in it alone.
  close(task, {node.in, out, out->size(), {}, {}}, LeafKind::kEnumerate);
}

ProofLeaf leaf_of(const Node& node, LeafKind kind) {
  ProofLeaf leaf;
  leaf.in = node.in;
  leaf.out.assign(node.out->begin(), node.out->begin() + static_cast<std::ptrdiff_t>(node.out_count));
  std::sort(leaf.out.begin(), leaf.out.end());
  leaf.kind = kind;
  return leaf;
}

}  // namespace explainee::search
