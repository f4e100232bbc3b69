// python/core/column_table.h: columns that Python holds, read where they lie; nothing is copied as a whole.
#pragma once

#include <nanobind/ndarray.h>

#include <memory>
#include <string>
#include <vector>

#include "explainee/data/table_source.h"

namespace explainee::python {

/// Any one-dimensional array of numbers, of any stride.
using NumberArray = nanobind::ndarray<nanobind::ro, nanobind::ndim<1>, nanobind::device::cpu>;

/// A table of borrowed arrays. Number columns are read as float64; text columns are codes into a list of levels.
/// It holds references to the arrays, which must not change while they are read. A copy shares the arrays and is read
/// on its own: every call of the core takes one, so that Python's threads may share a table. Copying needs the
/// interpreter's lock.
class ColumnTable final : public data::TableSource {
 public:
  /// `name` is how messages call it.
  explicit ColumnTable(std::string name) : name_(std::move(name)) {}

  /// `beside`: no column of the caller's own table: globs and ranges do not mean it.
  /// Any integer or floating-point type, or bool; NaN is a missing cell. kUnfitColumn for other types.
  [[nodiscard]] base::Result<void> add_numbers(std::string name, NumberArray values, bool beside = false);
  /// Codes are int32 positions in `levels`; a negative code is a missing cell.
  [[nodiscard]] base::Result<void> add_texts(std::string name, NumberArray codes, std::vector<std::string> levels,
                                             bool beside = false);
  /// A column that no pass can read; `type` says what it holds.
  [[nodiscard]] base::Result<void> add_unreadable(std::string name, std::string type, std::size_t rows,
                                                  bool beside = false);

  [[nodiscard]] std::int64_t rows() const { return static_cast<std::int64_t>(rows_); }

  [[nodiscard]] const std::vector<data::Column>& columns() const override { return columns_; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(data::Batch& batch) override;
  [[nodiscard]] base::Subject where(std::int64_t row) const override;
  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] std::int64_t rows_hint() const override { return rows(); }
  [[nodiscard]] data::Storage storage() const override { return data::Storage::kMemory; }
  /// Needs no interpreter: it borrows this table, which outlives it.
  [[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> reader() const override;

 private:
  friend class ColumnReader;

  /// Writes `count` cells from `first` on as float64.
  using Reader = void (*)(const void* data, std::int64_t stride, std::size_t first, std::size_t count, double* out);

  struct Content {
    NumberArray array;
    Reader read = nullptr;                                   ///< null where cells are float64, one after the other
    std::shared_ptr<const std::vector<std::string>> levels;  ///< of a text column
  };

  /// One pass.
  struct Pass {
    /// Cells of the batch, where they had to be converted.
    struct Converted {
      std::vector<double> numbers;
      std::vector<std::string_view> texts;
    };
    std::vector<std::size_t> wanted;
    std::vector<Converted> converted;  ///< of each wanted column
    std::size_t position = 0;
  };

  [[nodiscard]] base::Result<void> add(data::Column column, Content content, std::size_t rows);
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted, Pass& pass) const;
  bool next(Pass& pass, data::Batch& batch) const;
  static void fill_texts(const Content& content, std::size_t first, std::size_t count,
                         std::vector<std::string_view>& texts);

  std::string name_;
  std::size_t rows_ = 0;
  std::vector<data::Column> columns_;
  std::vector<Content> content_;
  Pass pass_;
};

}  // namespace explainee::python
