// explainee/cohort/serve/explanation_pool.h: the explanations a catalogue is chosen from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "explainee/search/problem/problem.h"

namespace explainee::cohort {

/// Explanations that were given, and to how many.
using Given = std::map<search::Set, std::int64_t>;

/// Sets of candidates, each increasing, none twice.
struct ExplanationPool {
  std::vector<search::Set> sets;
  bool all = false;  ///< every set of at most s candidates is in it
};

/// All sets where they are few; else those given most often, and the impersonal one.
[[nodiscard]] ExplanationPool make_pool(int candidates, int sparsity, const Given& given,
                                        const search::Set& impersonal);

}  // namespace explainee::cohort
