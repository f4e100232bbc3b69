// explainee/verify/leaves/monotone_leaf.h: leaves closed because more columns never tell less (search §2).
#pragma once

#include <string>

#include "explainee/verify/leaves/leaf_sets.h"
#include "explainee/verify/problem/workbench.h"

namespace explainee::verify {

/// No set of this leaf leaves less of the prediction than this; −∞ when nothing is shown, as where the allowed columns
/// determine each other.
[[nodiscard]] double monotone_bound(const Workbench& bench, const Leaf& leaf);

/// Empty when no set of the leaf breaks the limit; needs plain facts.
[[nodiscard]] std::string check_monotone(const Workbench& bench, const Leaf& leaf, const Limit& limit);

}  // namespace explainee::verify
