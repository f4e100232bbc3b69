// explainee/files/csv/csv_table.h: one CSV file, plain or gzipped, read in blocks of rows that are parsed ahead.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/threads/ordered_pipeline.h"
#include "explainee/data/table_source.h"
#include "explainee/files/bytes/input_file.h"
#include "explainee/files/csv/csv_block.h"
#include "explainee/files/csv/csv_header.h"
#include "explainee/files/csv/csv_row_blocks.h"
#include "explainee/files/read_options.h"

namespace explainee::files {

/// A number column is one where at least 9 of 10 non-empty cells of the first 1000 rows are numbers.
class CsvTable final : public data::TableSource {
 public:
  /// Reads the header and decides the types. `like`: columns of an earlier file of the same table, whose types hold;
  /// then no row is looked at.
  [[nodiscard]] static base::Result<std::unique_ptr<data::TableSource>> open(
      std::shared_ptr<const InputFile> file, bool gzipped, const ReadOptions& options,
      const std::vector<data::Column>* like = nullptr);

  [[nodiscard]] const std::vector<data::Column>& columns() const override { return columns_; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(data::Batch& batch) override;
  [[nodiscard]] base::Subject where(std::int64_t row) const override;
  [[nodiscard]] std::string name() const override { return file_->name(); }
  /// 0 when the file has a header only, else unknown.
  [[nodiscard]] std::int64_t rows_hint() const override { return empty_ ? 0 : -1; }
  /// By the length of the first rows; a gzipped file does not tell.
  [[nodiscard]] std::int64_t rows_estimate() const override;
  [[nodiscard]] std::int64_t text_bytes_estimate() const override { return gzipped_ ? -1 : file_->size(); }
  [[nodiscard]] data::Storage storage() const override { return data::Storage::kRows; }
  [[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> reader() const override;

 private:
  CsvTable(std::shared_ptr<const InputFile> file, bool gzipped, const ReadOptions& options, CsvHeader header);

  [[nodiscard]] base::Result<void> decide_types(const ReadOptions& options);
  [[nodiscard]] base::Result<std::unique_ptr<CsvRowBlocks>> open_rows(std::size_t block_bytes) const;
  void take_marks_off(std::size_t column, std::span<std::string_view> texts);
  [[nodiscard]] std::int64_t line_of(std::int64_t row) const;
  [[nodiscard]] base::Subject place(std::int64_t line, std::int64_t row) const;
  [[nodiscard]] base::Error fault_at(const CsvFault& fault, std::int64_t first_line, std::int64_t first_row) const;

  std::shared_ptr<const InputFile> file_;
  bool gzipped_;
  int threads_;
  bool formulas_marked_;
  std::vector<std::string> lists_;
  CsvHeader header_;
  std::vector<data::Column> columns_;
  bool empty_ = false;
  double bytes_per_row_ = 0;  ///< about; 0 when no row was looked at

  std::vector<std::size_t> wanted_;
  std::deque<std::string> lists_read_;  ///< of the last batch, without marks
  std::unique_ptr<base::OrderedPipeline<CsvBlock>> blocks_;
  std::int64_t next_row_ = 0;
  std::int64_t next_line_ = 0;
  std::int64_t regular_rows_ = 0;  ///< up to here every row is known to be one line
};

}  // namespace explainee::files
