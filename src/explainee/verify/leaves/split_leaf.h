// explainee/verify/leaves/split_leaf.h: leaves with a bound for every number of outsiders (search §3).
#pragma once

#include <string>

#include "explainee/verify/leaves/leaf_sets.h"
#include "explainee/verify/problem/workbench.h"

namespace explainee::verify {

/// No set of this split leaf with part.p outsiders leaves less than this; −∞ when nothing is shown.
[[nodiscard]] double split_bound(const Workbench& bench, const Leaf& leaf, const SplitClass& part);

/// Empty when no set of the leaf breaks the limit; needs plain facts.
[[nodiscard]] std::string check_split(const Workbench& bench, const Leaf& leaf, const Limit& limit);

}  // namespace explainee::verify
