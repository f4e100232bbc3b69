#include "explainee/search/exact.h"

#include <algorithm>

#include "explainee/search/greedy.h"
#include "explainee/search/pool.h"

namespace explainee::search {
namespace {

void enumerate(const Problem& problem, int sparsity, Set& set, Pool& pool) {
  const int from = set.empty() ? 0 : set.back() + 1;
  for (int c = from; c < problem.size(); ++c) {
    set.push_back(c);
    pool.offer(set);
    if (static_cast<int>(set.size()) < sparsity) enumerate(problem, sparsity, set, pool);
    set.pop_back();
  }
}

}  // namespace

Solution find_exact(const Problem& problem, const SearchOptions& options) {
  Pool pool(problem, options.top);
  Set set;
  enumerate(problem, std::min(options.sparsity, problem.size()), set, pool);
  Solution solution;
  pool.write(solution);
  solution.optimal = true;
  if (solution.best.value.determined == 0) solution.bound_nats = pool.best_nats();
  solution.nodes = 1;
  return solution;
}

}  // namespace explainee::search
