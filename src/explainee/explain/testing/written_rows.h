// explainee/explain/testing/written_rows.h: for tests, a sink that keeps what is written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "explainee/data/table_sink.h"

namespace explainee::explain::testing {

/// Columns as they came; of a column of lists all elements, and where the list of each row ends among them.
class WrittenRows final : public data::TableSink {
 public:
  base::Result<void> write(std::span<const data::ColumnView> columns) override {
    if (broken) return base::Error{base::ErrorCode::kUnwritableOutput, "the disk is full", "out.csv"};
    numbers.resize(columns.size());
    texts.resize(columns.size());
    ends.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::size_t before = std::max(numbers[i].size(), texts[i].size());
      for (const std::size_t end : columns[i].ends) ends[i].push_back(before + end);
      numbers[i].insert(numbers[i].end(), columns[i].numbers.begin(), columns[i].numbers.end());
      texts[i].insert(texts[i].end(), columns[i].texts.begin(), columns[i].texts.end());
    }
    return {};
  }
  base::Result<void> finish() override { return {}; }

  bool broken = false;
  std::vector<std::vector<double>> numbers;
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<std::size_t>> ends;
};

}  // namespace explainee::explain::testing
