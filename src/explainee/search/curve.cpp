#include "explainee/search/curve.h"

#include <algorithm>

namespace explainee::search {

std::vector<Solution> curve(const Problem& problem, const SearchOptions& options,
                            Solution (*find)(const Problem&, const SearchOptions&)) {
  std::vector<Solution> points;
  for (int k = 1; k <= std::min(options.sparsity, problem.size()); ++k) {
    SearchOptions step = options;
    step.sparsity = k;
    points.push_back(find(problem, step));
  }
  return points;
}

}  // namespace explainee::search
