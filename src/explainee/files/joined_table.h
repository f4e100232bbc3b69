// explainee/files/joined_table.h: several files of the same columns, read one after another as one table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "explainee/data/table_source.h"

namespace explainee::files {

/// At most one of the files is open at a time. Columns are those of the first file; the others are matched by name.
class JoinedTable final : public data::TableSource {
 public:
  /// Opens one of the files with the types that were decided.
  using Open = std::function<base::Result<std::unique_ptr<data::TableSource>>(
      const std::string& path, const std::vector<data::Column>& columns)>;

  /// Checks that all files have these columns. `name` is what the user called the table.
  [[nodiscard]] static base::Result<std::unique_ptr<data::TableSource>> join(std::string name,
                                                                             std::vector<std::string> paths,
                                                                             std::vector<data::Column> columns,
                                                                             Open open);

  [[nodiscard]] const std::vector<data::Column>& columns() const override { return columns_; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(data::Batch& batch) override;
  [[nodiscard]] base::Subject where(std::int64_t row) const override;
  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] std::int64_t rows_hint() const override { return rows_; }
  [[nodiscard]] std::int64_t rows_estimate() const override { return rows_estimate_; }
  [[nodiscard]] std::int64_t text_bytes_estimate() const override { return text_bytes_; }
  [[nodiscard]] data::Storage storage() const override { return storage_; }
  [[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> reader() const override;

 private:
  JoinedTable(std::string name, std::vector<std::string> paths, std::vector<data::Column> columns, Open open);

  [[nodiscard]] base::Result<void> check_files();
  [[nodiscard]] base::Result<bool> open_next();

  std::string name_;
  std::vector<std::string> paths_;
  std::vector<data::Column> columns_;
  Open open_;
  std::int64_t rows_ = 0;
  std::int64_t rows_estimate_ = 0;
  std::int64_t text_bytes_ = 0;
  data::Storage storage_ = data::Storage::kColumns;

  std::vector<std::size_t> wanted_;
  std::unique_ptr<data::TableSource> current_;
  std::size_t next_file_ = 0;
  std::int64_t next_row_ = 0;
  std::vector<std::int64_t> first_rows_;  ///< of the files opened in this pass
};

}  // namespace explainee::files
