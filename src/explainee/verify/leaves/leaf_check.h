// explainee/verify/leaves/leaf_check.h: whether no set of a leaf undercuts the bound; one file per kind of leaf.
#pragma once

#include <string>

#include "explainee/verify/leaves/leaf_sets.h"
#include "explainee/verify/problem/workbench.h"

namespace explainee::verify {

/// Empty when every set of the leaf with at most `s` candidates stays within the limit, else why that is not shown.
/// Master leaves need check_least_eigenvalue().
[[nodiscard]] std::string check_leaf(const Workbench& bench, const Leaf& leaf, const Limit& limit);

}  // namespace explainee::verify
