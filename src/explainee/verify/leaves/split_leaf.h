// explainee/verify/leaves/split_leaf.h: leaves with a bound for every number of outsiders (docs/certificate.md §5).
#pragma once

#include <string>

#include "explainee/verify/leaves/leaf_sets.h"
#include "explainee/verify/problem/workbench.h"

namespace explainee::verify {

/// No orderly set of this split leaf with part.p outsiders leaves less than this, `chosen` aside; not finite when
/// nothing is shown (−∞ or NaN) or when there is no such set (∞).
[[nodiscard]] double split_bound(const Workbench& bench, const Leaf& leaf, const SplitClass& part);

/// Empty when no set of the leaf breaks the limit; needs a plain problem.
[[nodiscard]] std::string check_split(const Workbench& bench, const Leaf& leaf, const Limit& limit, Judge& judge);

}  // namespace explainee::verify
