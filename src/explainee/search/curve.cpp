#include "explainee/search/curve.h"

#include <algorithm>

#include "explainee/search/problem/key.h"

namespace explainee::search {

std::vector<Solution> curve(const Problem& problem, const SearchOptions& options,
                            Solution (*find)(const Problem&, const SearchOptions&)) {
  std::vector<Solution> points;
  for (int k = 1; k <= std::min(options.sparsity, problem.size()); ++k) {
    SearchOptions step = options;
    step.sparsity = k;
    if (options.control.should_stop()) {
      points.emplace_back().interrupted = true;
    } else {
      points.push_back(find(problem, step));
    }
    if (k == 1) continue;
    // A search that was stopped, or greedy, may miss that fewer facts do as well.
    const Scored& before = points[points.size() - 2].best;
    if (key_of(points.back().best.value) < key_of(before.value)) points.back().best = before;
  }
  return points;
}

}  // namespace explainee::search
