// explainee/explain/supported/best_sets.h: the best set of each size, by searches that are some of many.
#pragma once

#include <vector>

#include "explainee/search/exact.h"

namespace explainee::explain {

/// The best set of at most 0, 1, … `most` facts, as far as more facts add anything, each proven best where few nodes
/// prove it; of the options, the budget, the steps and who stops it.
[[nodiscard]] std::vector<search::Set> best_of_each_size(const search::Problem& problem, int most,
                                                         search::SearchOptions options);

}  // namespace explainee::explain
