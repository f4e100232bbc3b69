// explainee/moments/merge.h: moments of parts of a table, joined into the moments of the whole.
#pragma once

#include "explainee/base/errors/result.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {

/// Joins `part` into `sum`: the union of category levels, one shift for sums and products, fold by fold. Where one has
/// more folds than the other, both are joined to the largest number that divides both, so that any order of merging
/// gives the same but for rounding. Fails with kIncompatibleMoments when columns, derived columns, weights or seed
/// differ, and says which.
[[nodiscard]] base::Result<void> merge(Moments& sum, const Moments& part, const std::string& part_name);

}  // namespace explainee::moments
