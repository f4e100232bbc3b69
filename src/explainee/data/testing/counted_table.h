// explainee/data/testing/counted_table.h: a table that stands for a file in tests, and counts how often it is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explainee/data/memory_table.h"

namespace explainee::data {

/// A table in memory that is read as a file is: its passes, and the columns they were over, are counted.
class CountedTable final : public TableSource {
 public:
  struct Log {
    std::vector<std::vector<std::size_t>> passes;
    std::int64_t batches = 0;
    std::mutex mutex;
  };
  struct Nature {
    Storage storage = Storage::kRows;
    std::int64_t estimate = -1;
    std::size_t broken = static_cast<std::size_t>(-1);   ///< a column that cannot be read to its end
    std::size_t shorter = static_cast<std::size_t>(-1);  ///< a column that lacks the last batch
  };

  CountedTable(std::shared_ptr<const MemoryTable> table, std::shared_ptr<Log> log, Nature nature)
      : table_(std::move(table)), pass_(std::move(table_->reader()).value()), log_(std::move(log)), nature_(nature) {}

  const std::vector<Column>& columns() const override { return table_->columns(); }
  base::Result<void> start(std::span<const std::size_t> wanted) override {
    const std::scoped_lock lock(log_->mutex);
    log_->passes.emplace_back(wanted.begin(), wanted.end());
    wanted_.assign(wanted.begin(), wanted.end());
    given_ = 0;
    return pass_->start(wanted);
  }
  base::Result<bool> next(Batch& batch) override {
    {
      const std::scoped_lock lock(log_->mutex);
      ++log_->batches;
    }
    const bool has_broken = std::find(wanted_.begin(), wanted_.end(), nature_.broken) != wanted_.end();
    if (has_broken && ++given_ > 2) return base::Error{base::ErrorCode::kNotANumber, "broken", "counted"};
    const auto more = pass_->next(batch);
    const bool is_shorter = wanted_ == std::vector<std::size_t>{nature_.shorter};
    if (is_shorter && more.ok() && batch.first_row + static_cast<std::int64_t>(batch.rows) == table_->rows())
      return false;
    return more;
  }
  base::Subject where(std::int64_t row) const override { return base::at_row("counted", row); }
  std::string name() const override { return "counted"; }
  std::int64_t rows_estimate() const override { return nature_.estimate; }
  Storage storage() const override { return nature_.storage; }
  base::Result<std::unique_ptr<TableSource>> reader() const override {
    return std::unique_ptr<TableSource>(std::make_unique<CountedTable>(table_, log_, nature_));
  }

 private:
  std::shared_ptr<const MemoryTable> table_;
  std::unique_ptr<TableSource> pass_;
  std::shared_ptr<Log> log_;
  Nature nature_;
  std::vector<std::size_t> wanted_;
  int given_ = 0;
};

}  // namespace explainee::data
