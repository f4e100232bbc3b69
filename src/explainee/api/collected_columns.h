// explainee/api/collected_columns.h: rows that the core writes, collected into columns.
#pragma once

#include <utility>
#include <vector>

#include "explainee/data/table_sink.h"
#include "explainee/dataset.h"

namespace explainee::api {

/// Keeps everything in memory; columns of lists are not for it.
class CollectedColumns final : public data::TableSink {
 public:
  explicit CollectedColumns(const std::vector<data::Column>& columns);

  [[nodiscard]] base::Result<void> write(std::span<const data::ColumnView> columns) override;
  [[nodiscard]] base::Result<void> finish() override { return {}; }

  /// What was written; nothing is left.
  [[nodiscard]] std::vector<Column> take() { return std::exchange(columns_, {}); }

 private:
  std::vector<Column> columns_;
};

}  // namespace explainee::api
