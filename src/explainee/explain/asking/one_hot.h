// explainee/explain/asking/one_hot.h: 0/1 columns of which each row has exactly one.
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/explain/asking/row_columns.h"

namespace explainee::explain {

/// Groups of two columns or more that hold 0 and 1 and sum to one in every row; no column is in two groups.
[[nodiscard]] std::vector<std::vector<std::size_t>> one_hot_groups(const RowColumns& columns);

}  // namespace explainee::explain
