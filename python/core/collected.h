// python/core/collected.h: rows that the core writes, collected into arrays that Python then owns.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "explainee/data/table_sink.h"

namespace explainee::python {

/// Keeps everything in memory, column by column.
class Collected final : public data::TableSink {
 public:
  explicit Collected(std::vector<data::Column> columns) : columns_(std::move(columns)), content_(columns_.size()) {}

  [[nodiscard]] base::Result<void> write(std::span<const data::ColumnView> columns) override;
  [[nodiscard]] base::Result<void> finish() override { return {}; }

  /// Name → array of numbers, list of texts, or list of lists; the columns are handed over. Needs the interpreter's
  /// lock.
  [[nodiscard]] nanobind::dict take();
  /// The same without names, in order: names need not differ.
  [[nodiscard]] nanobind::list take_columns();

 private:
  [[nodiscard]] nanobind::object take_column(std::size_t index);

  struct Content {
    std::vector<double> numbers;
    std::vector<std::string> texts;
    std::vector<std::size_t> ends;  ///< of lists
  };

  std::vector<data::Column> columns_;
  std::vector<Content> content_;
};

/// A vector as an array that owns it.
[[nodiscard]] nanobind::object array_of(std::vector<double> values);

}  // namespace explainee::python
