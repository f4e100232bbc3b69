#include "explainee/search/exact.h"

#include <algorithm>
#include <cmath>

#include "explainee/search/greedy.h"
#include "explainee/search/problem/balance.h"
#include "explainee/search/problem/best_sets.h"
#include "explainee/search/problem/budget.h"
#include "explainee/search/scan/pair_swaps.h"
#include "explainee/search/scan/single_scan.h"
#include "explainee/search/tree/tree.h"

namespace explainee::search {
namespace {

/// Up to this many sets two facts are exchanged at a time before the tree: some hundredths of a second.
constexpr double kFewPairSwaps = 5e7;

void offer_incumbents(const Problem& problem, const SearchOptions& options, BestSets& pool) {
  const Limits limits{options.sparsity, options.budget};
  const Set first = greedy_set(problem, limits, options.control);
  pool.offer(first);
  if (options.top == 1) return;
  for (const Set& set : best_swaps(problem, first, 2 * static_cast<std::size_t>(options.top))) {
    if (cost_of(problem, set) <= options.budget) pool.offer(set);
  }
}

/// What a route has proven: the best set found, or what is still open above it.
void write_proof(const std::optional<Key>& open, const BestSets& pool, Solution& solution) {
  pool.write(solution);
  Key bound = {pool.best().assessment.value.determined, pool.best_nats()};
  solution.optimal = !open;
  if (open) bound = std::max(bound, *open);
  if (bound.determined == 0 && std::isfinite(bound.nats)) solution.bound_nats = bound.nats;
}

/// What the incumbent search has reached.
struct IncumbentResult {
  Solution solution;
  std::optional<Key> open;  ///< none: proven
  std::vector<Set> found;   ///< the pool's sets
  bool another_route = false;
};

IncumbentResult follow_incumbent(const Problem& problem, const SearchOptions& options, const IncumbentPolicy& policy) {
  BestSets pool(problem, options.top, options.within_nats);
  offer_incumbents(problem, options, pool);
  IncumbentSearch search(problem, options, pool, policy);
  search.explore();
  IncumbentResult result;
  result.open = search.open_bound();
  result.another_route = search.gave_up();
  write_proof(result.open, pool, result.solution);
  result.solution.interrupted = search.stopped() && options.control.should_stop();
  result.solution.out_of_work = search.stopped() && search.out_of_work();
  result.solution.steps = search.work().spent();
  result.solution.nodes = search.nodes();
  if (result.solution.optimal) result.solution.proof = search.proof();
  for (const BestSets::Entry& entry : pool.entries()) result.found.push_back(entry.set);
  return result;
}

/// Nothing may be chosen, or there is nothing to explain.
Solution nothing_chosen(const Problem& problem, const SearchOptions& options) {
  Solution solution;
  BestSets(problem, options.top, options.within_nats).write(solution);
  solution.optimal = true;
  if (solution.best.value.determined == 0) solution.bound_nats = 0;
  return solution;
}

/// The tree, from what the incumbent search has found, if anything; `hurry` are the options of the tree itself.
Solution follow_tree(const Problem& problem, const SearchOptions& options, const SearchOptions& hurry,
                     const IncumbentResult& before) {
  BestSets pool(problem, options.top, options.within_nats);
  for (const Set& set : before.found) pool.offer(set);
  if (before.found.empty()) offer_incumbents(problem, options, pool);
  if (before.another_route && pair_swaps(problem, options.sparsity) <= kFewPairSwaps) {
    swap_pairs(problem, options.sparsity, options.control, pool);  // good sets are hard to find here too
  }
  Tree tree(problem, hurry, pool);
  tree.explore();
  std::optional<Key> open = tree.open_bound();
  if (open && before.open) open = std::min(*open, *before.open);
  Solution solution;
  write_proof(open, pool, solution);
  solution.interrupted = tree.stopped() && options.control.should_stop();
  solution.out_of_work = tree.stopped() && (before.solution.out_of_work || tree.out_of_work());
  solution.steps = before.solution.steps + tree.work().spent();
  solution.nodes = before.solution.nodes + tree.nodes();
  if (solution.optimal) solution.proof = tree.proof();
  return solution;
}

/// Whether the incumbent search is tried at all: it knows of numbers of facts alone, not of costs.
bool worth_an_incumbent_search(const Problem& problem, const SearchOptions& options, const RoutePolicy& policy) {
  const bool many = count_sets(static_cast<std::size_t>(problem.size()), options.sparsity) > policy.just_scan;
  return many && options.budget == kAnyCost && incumbent_search_applies(problem) && moderate(problem);
}

}  // namespace

Solution find_exact(const Problem& problem, const SearchOptions& options) {
  return find_exact_by(problem, options, {});
}

Solution find_exact_by(const Problem& problem, const SearchOptions& options, const RoutePolicy& policy) {
  SearchOptions checked = options;
  const Limits limits = narrowed(problem, {std::min(options.sparsity, problem.size()), options.budget});
  checked.sparsity = limits.facts;
  checked.budget = limits.cost;
  if (problem.predictions() == 0 || checked.sparsity < 1) return nothing_chosen(problem, checked);
  IncumbentResult before;
  SearchOptions hurry = checked;
  if (worth_an_incumbent_search(problem, checked, policy)) {
    before = follow_incumbent(problem, checked, policy.incumbent);
    // Stopped before its first bound: the tree's first one takes a moment where columns are few.
    const bool bare =
        !before.solution.optimal && !before.solution.bound_nats && problem.columns() <= policy.incumbent.small;
    if (!before.another_route && !bare) return before.solution;
    // What is left of the work, and the first bound in any case.
    if (checked.most_steps > 0) hurry.most_steps = std::max(1.0, checked.most_steps - before.solution.steps);
    if (!before.another_route) {  // one node, and no look at the clock before it has a bound
      hurry.most_nodes = 1;
      hurry.control = {};
      hurry.control.threads = options.control.threads;
    }
  }
  if (moderate(problem)) return follow_tree(problem, checked, hurry, before);
  return follow_tree(balanced(problem), checked, hurry, before);
}

}  // namespace explainee::search
