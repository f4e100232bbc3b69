#include "explainee/search/exact.h"

#include <algorithm>
#include <cmath>

#include "explainee/search/balance.h"
#include "explainee/search/budget.h"
#include "explainee/search/greedy.h"
#include "explainee/search/pair_swaps.h"
#include "explainee/search/pool.h"
#include "explainee/search/single_scan.h"
#include "explainee/search/tree.h"

namespace explainee::search {
namespace {

/// Up to this many sets two facts are exchanged at a time before the tree: some hundredths of a second.
constexpr double kFewPairSwaps = 5e7;

void offer_incumbents(const Problem& problem, const SearchOptions& options, Pool& pool) {
  const Limits limits{options.sparsity, options.budget};
  const Set first = greedy_set(problem, limits, options.control);
  pool.offer(first);
  if (options.top == 1) return;
  for (const Set& set : best_swaps(problem, first, 2 * static_cast<std::size_t>(options.top))) {
    if (cost_of(problem, set) <= options.budget) pool.offer(set);
  }
}

/// What a route has proven: the best set found, or what is still open above it.
void write_proof(const std::optional<Key>& open, const Pool& pool, Solution& solution) {
  pool.write(solution);
  Key bound = {pool.best().assessment.value.determined, pool.best_nats()};
  solution.optimal = !open;
  if (open) bound = std::max(bound, *open);
  if (bound.determined == 0 && std::isfinite(bound.nats)) solution.bound_nats = bound.nats;
}

/// What the star has reached.
struct StarResult {
  Solution solution;
  std::optional<Key> open;  ///< none: proven
  std::vector<Set> found;   ///< the pool's sets
  bool another_route = false;
};

StarResult follow_star(const Problem& problem, const SearchOptions& options, const StarPolicy& policy) {
  Pool pool(problem, options.top, options.within_nats);
  offer_incumbents(problem, options, pool);
  Star star(problem, options, pool, policy);
  star.explore();
  StarResult result;
  result.open = star.open_bound();
  result.another_route = star.gave_up();
  write_proof(result.open, pool, result.solution);
  result.solution.interrupted = star.stopped() && options.control.should_stop();
  result.solution.nodes = star.nodes();
  if (result.solution.optimal) result.solution.proof = star.proof();
  for (const Pool::Entry& entry : pool.entries()) result.found.push_back(entry.set);
  return result;
}

/// Nothing may be chosen, or there is nothing to explain.
Solution nothing_chosen(const Problem& problem, const SearchOptions& options) {
  Solution solution;
  Pool(problem, options.top, options.within_nats).write(solution);
  solution.optimal = true;
  if (solution.best.value.determined == 0) solution.bound_nats = 0;
  return solution;
}

/// The tree, from what the star has found, if anything; `hurry` are the options of the tree itself.
Solution follow_tree(const Problem& problem, const SearchOptions& options, const SearchOptions& hurry,
                     const StarResult& star) {
  Pool pool(problem, options.top, options.within_nats);
  for (const Set& set : star.found) pool.offer(set);
  if (star.found.empty()) offer_incumbents(problem, options, pool);
  if (star.another_route && pair_swaps(problem, options.sparsity) <= kFewPairSwaps) {
    swap_pairs(problem, options.sparsity, options.control, pool);  // hard for the star: good sets are hard to find too
  }
  Tree tree(problem, hurry, pool);
  tree.explore();
  std::optional<Key> open = tree.open_bound();
  if (open && star.open) open = std::min(*open, *star.open);
  Solution solution;
  write_proof(open, pool, solution);
  solution.interrupted = tree.stopped() && options.control.should_stop();
  solution.nodes = star.solution.nodes + tree.nodes();
  if (solution.optimal) solution.proof = tree.proof();
  return solution;
}

/// Whether the star is tried at all: it knows of numbers of facts alone, not of costs.
bool worth_a_star(const Problem& problem, const SearchOptions& options, const RoutePolicy& policy) {
  const bool many = count_sets(static_cast<std::size_t>(problem.size()), options.sparsity) > policy.just_scan;
  return many && options.budget == kAnyCost && star_applies(problem) && moderate(problem);
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
  StarResult star;
  SearchOptions hurry = checked;
  if (worth_a_star(problem, checked, policy)) {
    star = follow_star(problem, checked, policy.star);
    // Stopped before its first bound: the tree's first one takes a moment where columns are few.
    const bool bare = !star.solution.optimal && !star.solution.bound_nats && problem.columns() <= policy.star.small;
    if (!star.another_route && !bare) return star.solution;
    if (!star.another_route) {  // one node, and no look at the clock before it has a bound
      hurry.most_nodes = 1;
      hurry.control = {};
      hurry.control.threads = options.control.threads;
    }
  }
  if (moderate(problem)) return follow_tree(problem, checked, hurry, star);
  return follow_tree(balanced(problem), checked, hurry, star);
}

}  // namespace explainee::search
