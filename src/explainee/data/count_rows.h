// explainee/data/count_rows.h: how many rows a table has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// By the table's own word where it has one, else by a pass over `column`.
[[nodiscard]] base::Result<std::int64_t> count_rows(TableSource& table, std::size_t column,
                                                    const base::Control& control);

}  // namespace explainee::data
