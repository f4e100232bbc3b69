// explainee/search/scan/pair_swaps.h: better sets that differ in two facts from the best one known (search §1).
#pragma once

#include "explainee/base/control.h"
#include "explainee/search/problem/best_sets.h"

namespace explainee::search {

/// Looks at every set that differs from the pool's best one in at most two facts, and again from the best one found,
/// until none is better: neighbouring columns stand in for each other two at a time.
void swap_pairs(const Problem& problem, int sparsity, const base::Control& control, BestSets& pool);

/// How many sets one round looks at.
[[nodiscard]] double pair_swaps(const Problem& problem, int sparsity);

}  // namespace explainee::search
