// explainee/data/complete_columns.h: which columns of a table have a value in every row.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// Those of these columns that have a finite number or a text in every row, in their order. One pass, which ends early
/// when none is left.
[[nodiscard]] base::Result<std::vector<std::size_t>> complete_columns(TableSource& table,
                                                                      std::span<const std::size_t> columns,
                                                                      const base::Control& control);

}  // namespace explainee::data
