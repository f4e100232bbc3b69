// explainee/search/problem/evaluate.h: the value of one given set, and the order among sets.
#pragma once

#include <span>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// Value of the set, by Cholesky with the pivots checked against kDetermined; order of `set` does not matter.
[[nodiscard]] Value evaluate(const Problem& problem, std::span<const int> set);

}  // namespace explainee::search
