// explainee/explain/testing/held_columns.h: for tests, held rows made of columns, without a table.
#pragma once

#include <vector>

#include "explainee/explain/shapes/held_rows.h"

namespace explainee::explain::testing {

/// Every row is a group by itself and counts 1; what is not known is a candidate, numbers as they are.
[[nodiscard]] HeldRows held_columns(std::vector<HeldSource> sources, const std::vector<std::vector<double>>& targets);

}  // namespace explainee::explain::testing
