// explainee/data/dataset/column_store.h: which columns of a table are held in memory, and which are read each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <vector>

#include "explainee/data/dataset/kept_columns.h"
#include "explainee/data/dataset/memory_budget.h"
#include "explainee/data/dataset/reader_pool.h"

namespace explainee::data {

/// Safe from several threads.
class ColumnStore {
 public:
  ColumnStore(std::unique_ptr<TableSource> table, MemoryBudget& budget, KeptColumns::MakeRoom make_room);

  /// How a pass over some columns comes by them.
  struct Ways {
    std::vector<std::shared_ptr<KeptColumns>> kept;
    std::vector<std::size_t> streamed;  ///< what is in none of these
  };
  [[nodiscard]] Ways ways(std::span<const std::size_t> wanted);

  /// A pass over more columns than were wanted failed: from now on only what is wanted is read.
  void read_only_wanted();

  [[nodiscard]] ReaderPool& readers() { return readers_; }
  [[nodiscard]] const ReaderPool& readers() const { return readers_; }
  /// Rows of the table, −1 while nobody knows.
  [[nodiscard]] std::int64_t rows() const;

 private:
  [[nodiscard]] std::shared_ptr<KeptColumns> holder_of(std::size_t column) const;
  [[nodiscard]] bool readable(std::size_t column) const;
  [[nodiscard]] bool fits(std::span<const std::size_t> columns) const;
  void forget_gone();
  void keep(std::vector<std::size_t> missing, Ways& ways);

  ReaderPool readers_;
  MemoryBudget& budget_;
  KeptColumns::MakeRoom make_room_;
  mutable std::mutex mutex_;
  bool only_wanted_;
  std::set<std::size_t> too_large_;  ///< columns that were tried and did not fit
  std::vector<std::shared_ptr<KeptColumns>> kept_;
};

}  // namespace explainee::data
