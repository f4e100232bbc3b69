// explainee/search/greedy.h: forward selection, then swaps until none helps; fast, no proof (search §1).
#pragma once

#include "explainee/search/problem/budget.h"
#include "explainee/search/problem/solution.h"

namespace explainee::search {

/// The set found from the empty one: add the best candidate s times, then exchange while it improves, never beyond the
/// budget.
/// `bound_nats` is empty and `optimal` false.
[[nodiscard]] Solution find_greedy(const Problem& problem, const SearchOptions& options);

/// The set alone, before facts that add nothing are dropped; the incumbent of the exact search.
[[nodiscard]] Set greedy_set(const Problem& problem, Limits limits, const base::Control& control);

/// The sets of 1, 2, … facts that forward selection passes through within the limits; takes a moment.
[[nodiscard]] std::vector<Scored> forward_path(const Problem& problem, Limits limits);

/// The best `count` sets that differ from `set` in one fact, best first; a start for the search of several sets.
[[nodiscard]] std::vector<Set> best_swaps(const Problem& problem, const Set& set, std::size_t count);

}  // namespace explainee::search
