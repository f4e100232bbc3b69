// explainee/search/problem/balance.h: the same problem in units in which every variance is near 1.
#pragma once

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// The power of two by which a column of this variance is multiplied, so that its variance lies in [1, 4); 1 for a
/// constant.
[[nodiscard]] double balancing_unit(double variance);

/// True when no product of two variances, or of their inverses, leaves the range of doubles: then nothing needs
/// balancing.
[[nodiscard]] bool moderate(const Problem& problem);

/// Rescales columns and predictions by powers of two, so that every scale lies in [1, 4). Exact: no digit of any value
/// changes. A copy of the whole problem, so it is made only where units are extreme.
[[nodiscard]] Problem balanced(const Problem& problem);

}  // namespace explainee::search
