// explainee/data/table_source.h: rows come in batches from something that can be started again; no Arrow here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/result.h"

namespace explainee::data {

/// A column is read as float64 or as text, never as integer.
enum class ColumnType { kNumber, kText };

/// Name and type of one column, in the order of the file.
struct Column {
  std::string name;
  ColumnType type = ColumnType::kNumber;
  std::string unreadable =
      {};                ///< its type in the file's words when a pass cannot read it (a list, a struct), else empty
  bool derived = false;  ///< computed by an expression
  bool list = false;     ///< every cell is a list; only written, never read
  bool beside = false;   ///< given beside the caller's table: globs and ranges do not mean it
};

/// One column of one batch; exactly one of the two views is used, by the column's type.
/// A missing number is a quiet NaN, a missing text is empty.
struct ColumnView {
  std::span<const double> numbers;
  std::span<const std::string_view> texts;
  std::span<const std::size_t> ends = {};  ///< of a column of lists: where the list of each row ends among the elements
};

/// Some consecutive rows; views stay valid until the next call on the source.
struct Batch {
  std::int64_t first_row = 0;  ///< index of the first row in the whole table, from 0
  std::size_t rows = 0;
  std::vector<ColumnView> columns;  ///< in the order that start() was given
};

/// A table that is read in passes. Not thread-safe.
class TableSource {
 public:
  virtual ~TableSource() = default;

  /// All columns, decided before the first pass.
  [[nodiscard]] virtual const std::vector<Column>& columns() const = 0;

  /// Begins a pass over these columns (indices into columns(), any order, no repeats).
  [[nodiscard]] virtual base::Result<void> start(std::span<const std::size_t> wanted) = 0;

  /// Fills the next batch; false when the pass is over. A batch has at least one row.
  [[nodiscard]] virtual base::Result<bool> next(Batch& batch) = 0;

  /// How to find a row again, for messages: "patients.csv, line 7" or "table, row 5".
  [[nodiscard]] virtual std::string where(std::int64_t row) const = 0;

  /// The table's name for messages, usually the file.
  [[nodiscard]] virtual std::string name() const = 0;

  /// Rows of the whole table when known without a pass, else −1; for progress only.
  [[nodiscard]] virtual std::int64_t rows_hint() const { return -1; }
};

}  // namespace explainee::data
