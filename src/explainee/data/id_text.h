// explainee/data/id_text.h: the cell of a column that names rows, as a text.
#pragma once

#include <cstddef>
#include <string>

#include "explainee/data/table_source.h"

namespace explainee::data {

/// A text as it is; a number in as few digits as read back the same, whole ones without a point; empty when missing.
[[nodiscard]] std::string id_text(const ColumnView& cells, std::size_t row);

}  // namespace explainee::data
