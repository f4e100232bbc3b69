// explainee/data/memory_table.h: a table that the caller holds in memory, read like any other source.
#pragma once

#include <string>
#include <vector>

#include "explainee/data/table_source.h"

namespace explainee::data {

/// Owns its columns; numbers and texts side by side, all of one length.
class MemoryTable final : public TableSource {
 public:
  /// `batch_rows`: rows handed out at a time (results never depend on it).
  explicit MemoryTable(std::size_t batch_rows = 65536) : batch_rows_(batch_rows) {}

  /// Adds a column of numbers; NaN is a missing cell.
  void add(std::string name, std::vector<double> values);
  /// Adds a column of text; an empty cell is missing.
  void add(std::string name, std::vector<std::string> values);

  [[nodiscard]] std::int64_t rows() const { return static_cast<std::int64_t>(rows_); }
  /// The numbers of a number column.
  [[nodiscard]] const std::vector<double>& numbers(std::size_t column) const { return content_[column].numbers; }

  [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(Batch& batch) override;
  [[nodiscard]] base::Subject where(std::int64_t row) const override;
  [[nodiscard]] std::string name() const override { return "table"; }
  [[nodiscard]] std::int64_t rows_hint() const override { return rows(); }
  [[nodiscard]] Storage storage() const override { return Storage::kMemory; }
  [[nodiscard]] base::Result<std::unique_ptr<TableSource>> reader() const override;

 private:
  friend class MemoryReader;

  struct Content {
    std::vector<double> numbers;
    std::vector<std::string> texts;
    std::vector<std::string_view> text_views;
  };

  /// The next cells of these columns from `position` on, which moves; false at the end.
  bool fill(std::span<const std::size_t> wanted, std::size_t& position, Batch& batch) const;

  std::size_t batch_rows_;
  std::size_t rows_ = 0;
  std::size_t position_ = 0;
  std::vector<Column> columns_;
  std::vector<Content> content_;
  std::vector<std::size_t> wanted_;
};

}  // namespace explainee::data
