// explainee/search/greedy.h: forward selection, then swaps until none helps; fast, no proof (search.md §1).
#pragma once

#include "explainee/search/solution.h"

namespace explainee::search {

/// The set found from the empty one: add the best candidate s times, then exchange while it improves.
/// `bound_nats` is empty and `optimal` false.
[[nodiscard]] Solution find_greedy(const Problem& problem, const SearchOptions& options);

/// The set alone, before facts that add nothing are dropped; the incumbent of the exact search.
[[nodiscard]] Set greedy_set(const Problem& problem, int sparsity, const base::Control& control);

}  // namespace explainee::search
