// explainee/verify/leaves/enumerate_leaf.h: leaves of which every set is looked at.
#pragma once

#include <string>

#include "explainee/verify/leaves/leaf_sets.h"
#include "explainee/verify/problem/workbench.h"

namespace explainee::verify {

/// Empty when no set of the leaf breaks the limit.
[[nodiscard]] std::string check_enumerate(const Workbench& bench, const Leaf& leaf, const Limit& limit, Judge& judge);

}  // namespace explainee::verify
