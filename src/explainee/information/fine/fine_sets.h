// explainee/information/fine/fine_sets.h: every allowed set measured in 32 digits, where the search's digits cannot
// rank them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/information/fine/fine_variables.h"

namespace explainee::information {

/// A set of facts, by their positions, and what it tells.
struct FineSet {
  search::Set set;
  FineWorth worth;
};

/// Whether all sets of at most so many facts can be looked at in a moment.
[[nodiscard]] bool few_enough(const PersonProblem& problem, int sparsity, std::int64_t budget);

/// All sets none of whose subsets is as good, in the order of size; facts as in `problem`. Fewer when cancelled.
[[nodiscard]] std::vector<FineSet> fine_sets(const Situation& situation, std::span<const FactColumns> facts,
                                             const PersonProblem& problem, const moments::Fold& total,
                                             const FineMoments& fine, int sparsity, std::int64_t budget,
                                             const base::Control& control);

}  // namespace explainee::information
