// explainee/data/dataset/reader_pool.h: as many readers of one table as are at work at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// Lends the table itself to the first who asks and further readers of it to the others; safe from several threads.
class ReaderPool {
 public:
  explicit ReaderPool(std::unique_ptr<TableSource> table) : table_(std::move(table)) {}

  /// Gives a reader back to its pool.
  struct GiveBack {
    ReaderPool* pool = nullptr;
    void operator()(TableSource* reader) const { pool->take_back(reader); }
  };
  using Reader = std::unique_ptr<TableSource, GiveBack>;

  /// A reader that has begun a pass over these columns.
  [[nodiscard]] base::Result<Reader> start(std::span<const std::size_t> wanted);

  /// Only what never changes may be asked of it.
  [[nodiscard]] const TableSource& table() const { return *table_; }
  /// Where a row is found again.
  [[nodiscard]] base::Subject where(std::int64_t row);
  /// Passes that were begun.
  [[nodiscard]] std::int64_t passes() const { return passes_.load(std::memory_order_relaxed); }

 private:
  [[nodiscard]] base::Result<Reader> take();
  void take_back(TableSource* reader);

  const std::unique_ptr<TableSource> table_;
  std::mutex mutex_;
  bool lent_ = false;  ///< the table itself
  std::atomic<std::int64_t> passes_ = 0;
};

}  // namespace explainee::data
