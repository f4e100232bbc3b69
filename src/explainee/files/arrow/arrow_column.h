// explainee/files/arrow/arrow_column.h: what Arrow's many types become: float64 or text.
#pragma once

#include <arrow/type_fwd.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::files {

/// What a column of this type is read as: numbers (booleans 0/1, dates in days, times in seconds, all-null columns),
/// text, or nothing for lists, structs, binary and the like.
[[nodiscard]] std::optional<data::ColumnType> column_type(const arrow::DataType& type);

/// Where the rows of a piece of a column come from, for messages.
struct ArrowPlace {
  std::string_view file;
  std::string_view column;
  std::int64_t first_row = 0;
};

/// One column of one batch, with all the memory that its view needs.
class ArrowColumn {
 public:
  /// Takes over the chunks as numbers or text. float64 without nulls in one chunk is not copied. Text read as a
  /// number is parsed as in CSV; a number read as text is printed so that it reads back the same.
  [[nodiscard]] base::Result<void> assign(std::vector<std::shared_ptr<arrow::Array>> chunks, data::ColumnType type,
                                          const ArrowPlace& place);

  /// Room for so many numbers, which the caller fills at once.
  [[nodiscard]] std::span<double> make_numbers(std::size_t rows);

  [[nodiscard]] const data::ColumnView& view() const { return view_; }
  /// Rows of the column, whichever view is used.
  [[nodiscard]] std::size_t rows() const { return rows_; }

 private:
  std::vector<std::shared_ptr<arrow::Array>> chunks_;
  std::vector<double> numbers_;
  std::vector<std::string_view> texts_;
  std::string printed_;  ///< numbers read as text
  data::ColumnView view_;
  std::size_t rows_ = 0;
};

}  // namespace explainee::files
