// explainee/data/dataset/kept_columns.h: columns of a table that are read once, by whoever comes first, and then held.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/dataset/kept_batch.h"
#include "explainee/data/dataset/memory_budget.h"
#include "explainee/data/dataset/reader_pool.h"

namespace explainee::data {

/// One pass over some columns, kept batch by batch as somebody asks for them. A pass that is left early goes on where
/// it stopped when the next reader needs more. Safe from several threads.
class KeptColumns {
 public:
  /// Asked to free so many bytes when the budget is spent; false when it cannot.
  using MakeRoom = std::function<bool(std::size_t bytes)>;

  KeptColumns(std::vector<std::size_t> columns, ReaderPool& readers, MemoryBudget& budget, MakeRoom make_room);
  ~KeptColumns();
  KeptColumns(const KeptColumns&) = delete;
  KeptColumns& operator=(const KeptColumns&) = delete;

  /// Positions in the table, in the order of the kept batches' columns.
  [[nodiscard]] const std::vector<std::size_t>& columns() const { return columns_; }

  /// What a reader gets in place of the batch that did not fit: the pass itself, which stands behind `batch`.
  struct Rest {
    ReaderPool::Reader reader;
    Batch batch;
  };
  /// Exactly one of: a batch, the rest of the pass, the end, or the news that what was kept is gone.
  struct Found {
    std::shared_ptr<const KeptBatch> batch = nullptr;
    std::optional<Rest> rest = std::nullopt;
    bool gone = false;
  };

  /// Batch number `at`, read now if nobody did before: then all batches before it have been.
  [[nodiscard]] base::Result<Found> batch(std::size_t at);

  /// Nothing is kept here any more: an error, or more than fits.
  [[nodiscard]] bool gone() const;
  /// It was more than fits.
  [[nodiscard]] bool too_large() const;
  /// Rows, −1 until the pass has ended.
  [[nodiscard]] std::int64_t rows() const;

 private:
  [[nodiscard]] std::optional<Found> look(std::size_t at) const;
  [[nodiscard]] base::Result<Found> read_on();
  void drop(bool too_large);

  const std::vector<std::size_t> columns_;
  ReaderPool& readers_;
  MemoryBudget& budget_;
  MakeRoom make_room_;

  std::mutex reading_;         ///< held by the one who reads on
  ReaderPool::Reader reader_;  ///< under `reading_`

  mutable std::mutex mutex_;  ///< of what follows; never held for long
  std::vector<std::shared_ptr<const KeptBatch>> batches_;
  std::size_t bytes_ = 0;
  std::int64_t rows_ = 0;
  bool ended_ = false;
  bool gone_ = false;
  bool too_large_ = false;
};

}  // namespace explainee::data
