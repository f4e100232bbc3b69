// explainee/verify/leaves/leaf_check.h: whether no set of a leaf breaks the limit; one file per kind of leaf.
#pragma once

#include <string>

#include "explainee/verify/leaves/leaf_sets.h"
#include "explainee/verify/problem/workbench.h"

namespace explainee::verify {

/// Empty when no allowed set of the leaf breaks the limit, else what is not shown. Master leaves need
/// check_least_eigenvalue().
[[nodiscard]] std::string check_leaf(const Workbench& bench, const Leaf& leaf, const Limit& limit, Judge& judge);

}  // namespace explainee::verify
