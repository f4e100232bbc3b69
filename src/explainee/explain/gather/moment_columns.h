// explainee/explain/gather/moment_columns.h: the table's columns behind moments, and whether products of them fit.
#pragma once

#include <cstdint>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/moments/moments.h"

namespace explainee::explain {

/// The table's columns as its moments remember them, in the order of the table.
[[nodiscard]] std::vector<data::Column> table_columns(const moments::Moments& moments);

/// Whether squares and products of so many known columns are worth forming: the rows have to carry them. `rows` of the
/// table: −1 until they are counted by a pass over `column`, which few columns do not need.
[[nodiscard]] base::Result<bool> products_fit(std::int64_t known, data::TableSource& table, std::size_t column,
                                              std::int64_t& rows, const base::Control& control);

}  // namespace explainee::explain
