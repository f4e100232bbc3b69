#include "explainee/data/dataset/column_store.h"

#include <algorithm>
#include <utility>

namespace explainee::data {

ColumnStore::ColumnStore(std::unique_ptr<TableSource> table, MemoryBudget& budget, KeptColumns::MakeRoom make_room)
    : readers_(std::move(table)), budget_(budget), make_room_(std::move(make_room)) {
  only_wanted_ = readers_.table().storage() != Storage::kRows;
}

void ColumnStore::forget_gone() {
  std::erase_if(kept_, [&](const auto& kept) {
    if (!kept->gone()) return false;
    if (kept->too_large() && only_wanted_) too_large_.insert(kept->columns().begin(), kept->columns().end());
    if (kept->too_large()) only_wanted_ = true;
    return true;
  });
}

std::shared_ptr<KeptColumns> ColumnStore::holder_of(std::size_t column) const {
  for (const auto& kept : kept_) {
    if (std::binary_search(kept->columns().begin(), kept->columns().end(), column)) return kept;
  }
  return nullptr;
}

bool ColumnStore::readable(std::size_t column) const { return readers_.table().columns()[column].unreadable.empty(); }

bool ColumnStore::fits(std::span<const std::size_t> columns) const {
  const TableSource& table = readers_.table();
  const std::int64_t rows = table.rows_estimate();
  if (rows < 0) return true;  // it is tried
  double bytes = 0;
  bool texts = false;
  for (const std::size_t column : columns) {
    const bool text = table.columns()[column].type == ColumnType::kText;
    bytes += static_cast<double>(rows) * (text ? sizeof(std::uint16_t) : sizeof(double));
    texts = texts || text;
  }
  if (texts && table.text_bytes_estimate() > 0) bytes += static_cast<double>(table.text_bytes_estimate());
  return bytes <= static_cast<double>(budget_.left());
}

void ColumnStore::keep(std::vector<std::size_t> missing, Ways& ways) {
  std::vector<std::size_t> columns;
  if (!only_wanted_) {
    for (std::size_t column = 0; column < readers_.table().columns().size(); ++column) {
      if (readable(column) && holder_of(column) == nullptr) columns.push_back(column);
    }
    if (!fits(columns)) columns.clear();
  }
  const bool tried =
      std::any_of(missing.begin(), missing.end(), [&](std::size_t column) { return too_large_.contains(column); });
  if (columns.empty() && !tried && fits(missing)) columns = missing;
  if (columns.empty()) {
    ways.streamed = std::move(missing);
    return;
  }
  kept_.push_back(std::make_shared<KeptColumns>(std::move(columns), readers_, budget_, make_room_));
  ways.kept.push_back(kept_.back());
}

ColumnStore::Ways ColumnStore::ways(std::span<const std::size_t> wanted) {
  Ways ways;
  std::vector<std::size_t> missing(wanted.begin(), wanted.end());
  std::sort(missing.begin(), missing.end());
  const auto all_readable = [&] {
    return std::all_of(missing.begin(), missing.end(), [&](std::size_t column) { return readable(column); });
  };
  // What cannot be read is left to the table, which says so.
  if (readers_.table().storage() == Storage::kMemory || budget_.limit() == 0 || !all_readable()) {
    ways.streamed = std::move(missing);
    return ways;
  }
  const std::scoped_lock lock(mutex_);
  forget_gone();
  std::erase_if(missing, [&](std::size_t column) {
    const auto holder = holder_of(column);
    if (holder == nullptr) return false;
    if (std::find(ways.kept.begin(), ways.kept.end(), holder) == ways.kept.end()) ways.kept.push_back(holder);
    return true;
  });
  if (wanted.empty() && !kept_.empty()) ways.kept.push_back(kept_.front());  // for the number of rows
  if (!missing.empty() || ways.kept.empty()) keep(std::move(missing), ways);
  return ways;
}

void ColumnStore::read_only_wanted() {
  const std::scoped_lock lock(mutex_);
  only_wanted_ = true;
}

std::int64_t ColumnStore::rows() const {
  const std::scoped_lock lock(mutex_);
  for (const auto& kept : kept_) {
    if (kept->rows() >= 0) return kept->rows();
  }
  return readers_.table().rows_hint();
}

}  // namespace explainee::data
