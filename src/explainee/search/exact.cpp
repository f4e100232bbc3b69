#include "explainee/search/exact.h"

#include <algorithm>
#include <cmath>

#include "explainee/search/balance.h"
#include "explainee/search/greedy.h"
#include "explainee/search/pool.h"
#include "explainee/search/tree.h"

namespace explainee::search {
namespace {

void offer_incumbents(const Problem& problem, const SearchOptions& options, Pool& pool) {
  const Set first = greedy_set(problem, options.sparsity, options.control);
  pool.offer(first);
  if (options.top == 1) return;
  for (const Set& set : best_swaps(problem, first, 2 * static_cast<std::size_t>(options.top))) pool.offer(set);
}

/// What the tree has proven: the best set found, or what is still open above it.
void write_proof(const Tree& tree, const Pool& pool, Solution& solution) {
  const std::optional<Key> open = tree.open_bound();
  Key bound = {pool.best().assessment.value.determined, pool.best_nats()};
  solution.optimal = !open;
  if (open) bound = std::max(bound, *open);
  if (bound.determined == 0 && std::isfinite(bound.nats)) solution.bound_nats = bound.nats;
}

}  // namespace

Solution find_exact(const Problem& problem, const SearchOptions& options) {
  const Problem even = balanced(problem);
  SearchOptions checked = options;
  checked.sparsity = std::min(options.sparsity, problem.size());
  Pool pool(even, options.top);
  Solution solution;
  if (problem.predictions() == 0 || checked.sparsity < 1) {
    pool.write(solution);
    solution.optimal = true;
    solution.bound_nats = 0;
    return solution;
  }
  offer_incumbents(even, checked, pool);
  Tree tree(even, checked, pool);
  tree.explore();
  pool.write(solution);
  write_proof(tree, pool, solution);
  solution.interrupted = tree.stopped();
  solution.nodes = tree.nodes();
  return solution;
}

}  // namespace explainee::search
