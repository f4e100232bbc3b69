// explainee/cohort/testing/kept_rows.h: for tests only: keeps what is written to a sink, cell by cell.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explainee/data/table_sink.h"

namespace explainee::cohort {

/// The rows, column by column; a column of lists has a list in every row.
struct KeptRows {
  std::map<std::string, std::vector<double>> numbers;
  std::map<std::string, std::vector<std::string>> texts;
  std::map<std::string, std::vector<std::vector<double>>> number_lists;
  std::map<std::string, std::vector<std::vector<std::string>>> text_lists;
  int writes = 0;
  bool finished = false;
};

class KeepingSink final : public data::TableSink {
 public:
  KeepingSink(std::vector<data::Column> columns, KeptRows& rows) : columns_(std::move(columns)), rows_(rows) {}

  base::Result<void> write(std::span<const data::ColumnView> columns) override {
    ++rows_.writes;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const std::string& name = columns_[k].name;
      const bool number = columns_[k].type == data::ColumnType::kNumber;
      if (!columns_[k].list) {
        for (const double cell : columns[k].numbers) rows_.numbers[name].push_back(cell);
        for (const std::string_view cell : columns[k].texts) rows_.texts[name].emplace_back(cell);
        continue;
      }
      std::size_t from = 0;
      for (const std::size_t end : columns[k].ends) {
        if (number) {
          const auto part = columns[k].numbers.subspan(from, end - from);
          rows_.number_lists[name].emplace_back(part.begin(), part.end());
        } else {
          const auto part = columns[k].texts.subspan(from, end - from);
          rows_.text_lists[name].emplace_back(part.begin(), part.end());
        }
        from = end;
      }
    }
    return {};
  }
  base::Result<void> finish() override {
    rows_.finished = true;
    return {};
  }

 private:
  std::vector<data::Column> columns_;
  KeptRows& rows_;
};

}  // namespace explainee::cohort
