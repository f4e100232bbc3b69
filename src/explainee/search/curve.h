// explainee/search/curve.h: the best set for every size 1…s.
#pragma once

#include <vector>

#include "explainee/search/problem/solution.h"

namespace explainee::search {

/// Element k−1 is the best set of at most k candidates, by the method `find` (find_exact or find_greedy).
[[nodiscard]] std::vector<Solution> curve(const Problem& problem, const SearchOptions& options,
                                          Solution (*find)(const Problem&, const SearchOptions&));

}  // namespace explainee::search
