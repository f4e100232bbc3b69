// explainee/search/exact.h: the best set of at most s candidates, within a budget, with a proof (search §2, §3).
#pragma once

#include "explainee/search/solution.h"
#include "explainee/search/star.h"

namespace explainee::search {

/// Searches until proven, out of time or cancelled; whatever happens the result is the incumbent and a proven bound.
[[nodiscard]] Solution find_exact(const Problem& problem, const SearchOptions& options);

/// Which way the proof is looked for; the defaults are what find_exact() uses.
struct RoutePolicy {
  double just_scan = 1e7;  ///< up to this many sets the star is not tried
  StarPolicy star;
};

/// The same with a choice of route.
[[nodiscard]] Solution find_exact_by(const Problem& problem, const SearchOptions& options, const RoutePolicy& policy);

}  // namespace explainee::search
