// explainee/data/extended_table.h: a table with further columns that are computed from its own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "explainee/data/table_source.h"

namespace explainee::data {

/// A further column. `sources` are positions of number columns; their cells are handed over in that order. Exactly one
/// of the two functions is set, by the column's type.
struct AddedColumn {
  using Cells = std::span<const std::span<const double>>;

  Column column;
  std::vector<std::size_t> sources;
  std::function<base::Result<void>(Cells cells, std::span<double> out)> numbers = {};
  std::function<base::Result<void>(Cells cells, std::span<std::string_view> out)> texts = {};
};

/// Reads another source, which must outlive it, and appends the added columns; only those that are wanted are computed.
class ExtendedTable final : public TableSource {
 public:
  ExtendedTable(TableSource& source, std::vector<AddedColumn> added);

  [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(Batch& batch) override;
  [[nodiscard]] base::Subject where(std::int64_t row) const override { return source_.where(row); }
  [[nodiscard]] std::string name() const override { return source_.name(); }
  [[nodiscard]] std::int64_t rows_hint() const override { return source_.rows_hint(); }

 private:
  [[nodiscard]] const ColumnView& view_of(std::size_t column) const;
  [[nodiscard]] base::Result<ColumnView> compute(std::size_t slot);

  TableSource& source_;
  std::vector<AddedColumn> added_;
  std::vector<Column> columns_;
  std::vector<std::size_t> wanted_;
  std::vector<std::size_t> source_columns_;  // what the running pass reads from the source
  std::vector<std::vector<double>> numbers_;
  std::vector<std::vector<std::string_view>> texts_;
  Batch source_batch_;
};

}  // namespace explainee::data
