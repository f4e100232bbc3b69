// explainee/data/table_source.h: rows come in batches from something that can be started again; no Arrow here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"

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
  bool whole = false;    ///< every number is whole, such as that of a row; only written, never read
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

/// What a further column, or a further pass, costs.
enum class Storage {
  kMemory,   ///< nothing: the cells lie in memory already
  kColumns,  ///< columns are read one by one: Parquet, Arrow
  kRows,     ///< whole rows are taken apart whatever is wanted: CSV
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

  /// How to find a row again, for messages: its file, row and, in a text file, line.
  [[nodiscard]] virtual base::Subject where(std::int64_t row) const = 0;

  /// The table's name for messages, usually the file.
  [[nodiscard]] virtual std::string name() const = 0;

  /// Rows of the whole table when known without a pass, else −1; for progress only.
  [[nodiscard]] virtual std::int64_t rows_hint() const { return -1; }

  /// About how many rows there are, −1 when nobody can say; for deciding what fits into memory.
  [[nodiscard]] virtual std::int64_t rows_estimate() const { return rows_hint(); }

  /// Bytes of text at most, −1 when unknown; likewise.
  [[nodiscard]] virtual std::int64_t text_bytes_estimate() const { return -1; }

  [[nodiscard]] virtual Storage storage() const { return Storage::kColumns; }

  /// Another reader of the same rows, at a place of its own. This table outlives it. May be called while a pass over
  /// this one is under way on another thread. kInternal for a table that has only one reader.
  [[nodiscard]] virtual base::Result<std::unique_ptr<TableSource>> reader() const {
    return base::Error{base::ErrorCode::kInternal, "this table has only one reader", name()};
  }
};

}  // namespace explainee::data
