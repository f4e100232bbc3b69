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

base::Result<bool> MemoryTable::next(Batch& batch) { return fill(wanted_, position_, batch); }

bool MemoryTable::fill(std::span<const std::size_t> wanted, std::size_t& position, Batch& batch) const {
  const std::size_t count = std::min(batch_rows_, rows_ - position);
  if (count == 0) return false;
  batch.first_row = static_cast<std::int64_t>(position);
  batch.rows = count;
  batch.columns.clear();
  for (const std::size_t index : wanted) {
    const Content& content = content_[index];
    ColumnView view;
    if (columns_[index].type == ColumnType::kNumber) {
      view.numbers = std::span(content.numbers).subspan(position, count);
    } else {
      view.texts = std::span(content.text_views).subspan(position, count);
    }
    batch.columns.push_back(view);
  }
  position += count;
  return true;
}

/// Reads a table of somebody else's from a place of its own.
class MemoryReader final : public TableSource {
 public:
  explicit MemoryReader(const MemoryTable& table) : table_(table) {}

  const std::vector<Column>& columns() const override { return table_.columns(); }
  base::Result<void> start(std::span<const std::size_t> wanted) override {
    wanted_.assign(wanted.begin(), wanted.end());
    position_ = 0;
    return {};
  }
  base::Result<bool> next(Batch& batch) override { return table_.fill(wanted_, position_, batch); }
  base::Subject where(std::int64_t row) const override { return table_.where(row); }
  std::string name() const override { return table_.name(); }
  std::int64_t rows_hint() const override { return table_.rows(); }
  Storage storage() const override { return Storage::kMemory; }
  base::Result<std::unique_ptr<TableSource>> reader() const override { return table_.reader(); }

 private:
  const MemoryTable& table_;
  std::vector<std::size_t> wanted_;
  std::size_t position_ = 0;
};

base::Result<std::unique_ptr<TableSource>> MemoryTable::reader() const {
  return std::unique_ptr<TableSource>(std::make_unique<MemoryReader>(*this));
}

base::Subject MemoryTable::where(std::int64_t row) const { return base::at_row("table", row); }

}  // namespace explainee::data
