// explainee/search/exact.h: the best set of at most s candidates, within a budget, with a proof (search §2, §3).
#pragma once

#include "explainee/search/incumbent/incumbent_search.h"
#include "explainee/search/problem/solution.h"

namespace explainee::search {

/// Searches until proven, out of time or cancelled; whatever happens the result is the incumbent and a proven bound.
[[nodiscard]] Solution find_exact(const Problem& problem, const SearchOptions& options);

/// Which way the proof is looked for; the defaults are what find_exact() uses.
struct RoutePolicy {
  double just_scan = 1e7;  ///< up to this many sets the incumbent search is not tried
  IncumbentPolicy incumbent;
};

/// The same with a choice of route.
[[nodiscard]] Solution find_exact_by(const Problem& problem, const SearchOptions& options, const RoutePolicy& policy);

}  // namespace explainee::search
