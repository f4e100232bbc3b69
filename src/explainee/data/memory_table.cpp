#include "explainee/data/memory_table.h"

#include <algorithm>
#include <utility>

namespace explainee::data {

void MemoryTable::add(std::string name, std::vector<double> values) {
  rows_ = values.size();
  columns_.push_back({std::move(name), ColumnType::kNumber});
  content_.push_back({std::move(values), {}, {}});
}

void MemoryTable::add(std::string name, std::vector<std::string> values) {
  rows_ = values.size();
  columns_.push_back({std::move(name), ColumnType::kText});
  content_.push_back({{}, std::move(values), {}});
  Content& added = content_.back();
  added.text_views.assign(added.texts.begin(), added.texts.end());
}

base::Result<void> MemoryTable::start(std::span<const std::size_t> wanted) {
  wanted_.assign(wanted.begin(), wanted.end());
  position_ = 0;
  return {};
}

base::Result<bool> MemoryTable::next(Batch& batch) {
  const std::size_t count = std::min(batch_rows_, rows_ - position_);
  if (count == 0) return false;
  batch.first_row = static_cast<std::int64_t>(position_);
  batch.rows = count;
  batch.columns.clear();
  for (const std::size_t index : wanted_) {
    const Content& content = content_[index];
    ColumnView view;
    if (columns_[index].type == ColumnType::kNumber) {
      view.numbers = std::span(content.numbers).subspan(position_, count);
    } else {
      view.texts = std::span(content.text_views).subspan(position_, count);
    }
    batch.columns.push_back(view);
  }
  position_ += count;
  return true;
}

std::string MemoryTable::where(std::int64_t row) const { return "table, row " + std::to_string(row); }

}  // namespace explainee::data
