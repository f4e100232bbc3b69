// explainee/search/testing/tree_alone.h: for tests only: the tree without an incumbent, scanning as little as asked.
#pragma once

#include <algorithm>

#include "explainee/search/problem/best_sets.h"
#include "explainee/search/tree/tree.h"

namespace explainee::search::brute_force {

inline constexpr ScanPolicy kNeverScan{0, 0, 0};

/// Nothing is known at the start, and no more is scanned than the policy allows.
inline Solution grown(const Problem& problem, const SearchOptions& options, const ScanPolicy& policy = kNeverScan) {
  SearchOptions checked = options;
  checked.sparsity = std::min(options.sparsity, problem.size());
  BestSets pool(problem, options.top);
  Tree tree(problem, checked, pool, policy);
  tree.explore();
  Solution solution;
  pool.write(solution);
  solution.optimal = !tree.open_bound();
  if (solution.best.value.determined == 0) solution.bound_nats = pool.best_nats();
  return solution;
}

}  // namespace explainee::search::brute_force
