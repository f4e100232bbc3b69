// explainee/search/exact.h: the best set of at most s candidates, with a proof (search.md §2).
#pragma once

#include "explainee/search/solution.h"

namespace explainee::search {

/// Searches until proven, out of time or cancelled; whatever happens the result is the incumbent and a proven bound.
[[nodiscard]] Solution find_exact(const Problem& problem, const SearchOptions& options);

}  // namespace explainee::search
