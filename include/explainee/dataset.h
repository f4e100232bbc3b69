// explainee/dataset.h: a table that is explained, read once and shared by any number of explanations and dialogues.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "explainee/result.h"

namespace explainee::data {
class Dataset;
}

namespace explainee {
inline namespace v0 {

/// A column: numbers, where NaN is a missing cell, or texts, where an empty one is.
struct Column {
  std::string name;
  std::variant<std::vector<double>, std::vector<std::string>> values;
};

/// Immutable; copies share one table.
class Dataset {
 public:
  /// Takes the columns over. kDuplicateColumn for a name that stands twice, kMalformedTable for unequal lengths.
  [[nodiscard]] static Result<Dataset> from_columns(std::vector<Column> columns);

  /// A CSV (also gzipped), Parquet or Arrow file, or a folder or glob of them. Link explainee::files. Files are read,
  /// not mapped: one that is cut short meanwhile is an error of whoever reads on. `id`: the column that names rows,
  /// read as text whatever it holds.
  [[nodiscard]] static Result<Dataset> open(const std::string& path, const std::string& id = {});

  [[nodiscard]] std::vector<std::string> names() const;
  /// Rows; −1 while a file was not read to its end.
  [[nodiscard]] std::int64_t rows() const;

  explicit Dataset(std::shared_ptr<const data::Dataset> table) : table_(std::move(table)) {}
  [[nodiscard]] const std::shared_ptr<const data::Dataset>& table() const { return table_; }

 private:
  std::shared_ptr<const data::Dataset> table_;
};

}  // namespace v0
}  // namespace explainee
