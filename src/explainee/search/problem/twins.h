// explainee/search/problem/twins.h: columns that determine one another, of which a set never needs both.
#pragma once

#include <vector>

#include "explainee/search/algebra/row_coherence.h"
#include "explainee/search/bounds/factored_problem.h"

namespace explainee::search {

/// Per column those that leave at most a tenth of kDetermined of it and of which it leaves as little: whichever of the
/// two is taken first, the other adds no rank beside any more columns, so that a set with both is redundant.
using Twins = std::vector<std::vector<int>>;

/// Looks only at columns whose largest correlation is near 1.
[[nodiscard]] Twins find_twins(const FactoredProblem& factored, const RowCoherence& coherence);

/// Takes the twins of each column out of its sums.
void leave_out_twins(const FactoredProblem& factored, const Twins& twins, const std::vector<char>& left_out,
                     RowCoherence& coherence);

}  // namespace explainee::search
