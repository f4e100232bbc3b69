// explainee/explain/asking/row_columns.h: rows in memory, column by column: those of a table, and those drawn like
// them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/memory_table.h"
#include "explainee/data/table_sink.h"
#include "explainee/data/table_source.h"

namespace explainee::explain {

/// One column: numbers or texts.
struct RowColumn {
  std::string name;
  data::ColumnType type = data::ColumnType::kNumber;
  std::vector<double> numbers;     ///< of a number column; NaN is a missing cell
  std::vector<std::string> texts;  ///< of a text column; empty is a missing cell

  [[nodiscard]] bool is_text() const { return type == data::ColumnType::kText; }
  [[nodiscard]] std::size_t rows() const { return is_text() ? texts.size() : numbers.size(); }
};

/// Columns of one length.
using RowColumns = std::vector<RowColumn>;

/// How many rows there are.
[[nodiscard]] std::size_t rows_of(const RowColumns& columns);

/// Reads these columns of a table, in this order.
[[nodiscard]] base::Result<RowColumns> read_columns(data::TableSource& table, std::span<const std::size_t> columns,
                                                    const base::Control& control);

/// The rows of which no cell is missing or infinite, in their order.
[[nodiscard]] std::vector<std::size_t> complete_rows(const RowColumns& columns);

/// Some of the rows, repeats allowed.
[[nodiscard]] RowColumns rows_at(const RowColumns& columns, std::span<const std::size_t> rows);

/// What a sink for these columns is opened with.
[[nodiscard]] std::vector<data::Column> description_of(const RowColumns& columns);

/// Writes all rows; the sink is still to be finished.
[[nodiscard]] base::Result<void> write_rows(const RowColumns& columns, data::TableSink& sink);

/// The same as a table that is read like any other.
[[nodiscard]] data::MemoryTable table_of(const RowColumns& columns);

}  // namespace explainee::explain
