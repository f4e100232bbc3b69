// explainee/files/arrow/arrow_table.h: what Parquet and Arrow files have in common once they are open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/base/threads/ordered_pipeline.h"
#include "explainee/data/table_source.h"
#include "explainee/files/arrow/arrow_column.h"
#include "explainee/files/arrow/arrow_schema.h"

namespace explainee::files {

inline constexpr std::int64_t kWorthReadingByThreads = 1 << 20;  ///< bytes; smaller files are read by one thread
inline constexpr std::size_t kCellsBetweenReleases = 1
                                                     << 22;  ///< cells after which mapped pages are given back: 32 MiB

/// Some rows of the wanted columns.
struct ArrowBatch {
  std::size_t rows = 0;
  std::vector<ArrowColumn> columns;
};

/// One pass over a file; used by one thread at a time.
class ArrowPass {
 public:
  virtual ~ArrowPass() = default;

  /// Decodes the next rows; false at the end. Throws nothing.
  [[nodiscard]] virtual base::Result<bool> next(ArrowBatch& batch) = 0;
};

/// An open file of typed columns.
class ArrowFile {
 public:
  virtual ~ArrowFile() = default;

  [[nodiscard]] virtual const std::string& name() const = 0;
  [[nodiscard]] virtual const ArrowSchema& schema() const = 0;
  /// Rows of the file, −1 when only a pass can tell.
  [[nodiscard]] virtual std::int64_t rows() const = 0;
  /// Begins a pass over these columns, all of which can be read.
  [[nodiscard]] virtual base::Result<std::unique_ptr<ArrowPass>> begin(std::span<const std::size_t> wanted) = 0;
};

/// Reads an ArrowFile, a few batches ahead on a thread of its own when asked to.
class ArrowTable final : public data::TableSource {
 public:
  /// Opens the same file once more.
  using Reopen = std::function<base::Result<std::unique_ptr<data::TableSource>>()>;

  ArrowTable(std::unique_ptr<ArrowFile> file, bool read_ahead, Reopen reopen)
      : file_(std::move(file)), read_ahead_(read_ahead), reopen_(std::move(reopen)) {}

  [[nodiscard]] const std::vector<data::Column>& columns() const override { return file_->schema().columns; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(data::Batch& batch) override;
  [[nodiscard]] base::Subject where(std::int64_t row) const override { return base::at_row(file_->name(), row); }
  [[nodiscard]] std::string name() const override { return file_->name(); }
  [[nodiscard]] std::int64_t rows_hint() const override { return file_->rows(); }
  [[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> reader() const override { return reopen_(); }

 private:
  std::unique_ptr<ArrowFile> file_;
  bool read_ahead_;
  Reopen reopen_;
  std::int64_t next_row_ = 0;
  std::unique_ptr<base::OrderedPipeline<ArrowBatch>> batches_;
};

}  // namespace explainee::files
