// explainee/verify/leaves/master_leaf.h: leaves closed by the master inequality with the least eigenvalue (search §4).
#pragma once

#include <string>

#include "explainee/verify/leaves/leaf_sets.h"
#include "explainee/verify/problem/workbench.h"

namespace explainee::verify {

/// Empty when the correlations without factors, less the certificate's least eigenvalue, are positive definite beyond
/// rounding: what master leaves rest on.
[[nodiscard]] std::string check_least_eigenvalue(const Workbench& bench);

/// No set of this master leaf leaves less of the prediction than this; needs check_least_eigenvalue().
[[nodiscard]] double master_bound(const Workbench& bench, const Leaf& leaf);

/// Empty when no set of the leaf breaks the limit; needs plain facts and check_least_eigenvalue().
[[nodiscard]] std::string check_master(const Workbench& bench, const Leaf& leaf, const Limit& limit);

}  // namespace explainee::verify
