// explainee/explain/compose/refine.h: sets whose digits the moments cannot tell are measured from the rows (numerics:
// nearly equal columns).
#pragma once

#include <vector>

#include "explainee/explain/compose/composer.h"

namespace explainee::explain {

/// Takes out what she has in 32 digits where it is nearly dependent and there are rows: Composition::fine_u.
[[nodiscard]] base::Result<void> condition_finely(Composition& composition);

/// A solution of a search and what it looked for.
struct Found {
  search::Solution* solution = nullptr;
  int sparsity = 1;
  std::size_t top = 0;     ///< alternatives that are wanted beside ties
  double within_nats = 0;  ///< > 0: and all that are worth at most that much less than the best
};

/// Measures the sets of these solutions from the rows where the moments lack digits for them, and ranks those of each
/// solution anew. Where the best sets were sought (`exact`) and all sets are few, each of them is measured: rounding
/// may have kept a better one from being listed. `problem` is that of the setting.
[[nodiscard]] base::Result<void> refine(Composition& composition, const Setting& setting, const PersonProblem& problem,
                                        const std::vector<Found>& found, bool exact);

/// The same for sets that are about to be measured.
[[nodiscard]] base::Result<void> refine(Composition& composition, const std::vector<ListedSet*>& sets);

/// The regression behind the chosen set, from the rows where the moments lack digits for it.
[[nodiscard]] Fit chosen_fit(const Composition& composition);

}  // namespace explainee::explain
