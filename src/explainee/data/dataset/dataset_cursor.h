// explainee/data/dataset/dataset_cursor.h: one reader of a dataset: held columns from memory, the others from the
// table.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/data/dataset/column_store.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// Batches over held columns are views of what is held. Each cursor is for one thread; cursors do not disturb each
/// other.
class DatasetCursor final : public TableSource {
 public:
  explicit DatasetCursor(std::shared_ptr<ColumnStore> store) : store_(std::move(store)) {}

  [[nodiscard]] const std::vector<Column>& columns() const override { return store_->readers().table().columns(); }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(Batch& batch) override;
  [[nodiscard]] base::Subject where(std::int64_t row) const override { return store_->readers().where(row); }
  [[nodiscard]] std::string name() const override { return store_->readers().table().name(); }
  [[nodiscard]] std::int64_t rows_hint() const override { return store_->rows(); }
  [[nodiscard]] Storage storage() const override { return Storage::kMemory; }
  [[nodiscard]] base::Result<std::unique_ptr<TableSource>> reader() const override;

 private:
  /// Columns that come the same way, and how far the pass has come in them.
  struct Lane {
    std::shared_ptr<KeptColumns> kept = nullptr;  ///< null: they are read from the table
    ReaderPool::Reader reader = nullptr;
    std::vector<std::size_t> slots = {};    ///< where each stands in the batches of this lane
    std::vector<std::size_t> targets = {};  ///< and in those that are handed out
    std::size_t next_batch = 0;
    std::shared_ptr<const KeptBatch> batch = nullptr;
    std::vector<std::vector<std::string_view>> texts = {};  ///< of the kept batch
    std::vector<ColumnView> views = {};                     ///< of all rows of the batch, by slot
    Batch streamed = {};
    std::size_t rows = 0;  ///< of the batch
    std::size_t used = 0;  ///< that were handed out
    bool over = false;

    [[nodiscard]] std::size_t left() const { return rows - used; }
  };

  [[nodiscard]] base::Result<void> open_lanes();
  [[nodiscard]] base::Result<void> refill(Lane& lane);
  [[nodiscard]] base::Result<void> refill_streamed(Lane& lane);
  void show(Lane& lane, std::shared_ptr<const KeptBatch> batch);
  [[nodiscard]] static bool wider_than_wanted(const Lane& lane);
  [[nodiscard]] base::Result<void> open_again();
  [[nodiscard]] base::Result<void> skip(Lane& lane, std::int64_t rows);

  std::shared_ptr<ColumnStore> store_;
  std::vector<std::size_t> wanted_;
  std::vector<Lane> lanes_;
  std::int64_t row_ = 0;     ///< the next to be handed out
  bool open_again_ = false;  ///< what a lane held is gone
};

}  // namespace explainee::data
