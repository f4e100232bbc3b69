#include "explainee/data/extended_table.h"

#include <algorithm>
#include <set>

namespace explainee::data {

ExtendedTable::ExtendedTable(TableSource& source, std::vector<AddedColumn> added)
    : source_(source), added_(std::move(added)), columns_(source.columns()) {
  for (const AddedColumn& column : added_) columns_.push_back(column.column);
}

base::Result<void> ExtendedTable::start(std::span<const std::size_t> wanted) {
  wanted_.assign(wanted.begin(), wanted.end());
  const std::size_t plain = source_.columns().size();
  std::set<std::size_t> needed;
  for (const std::size_t index : wanted_) {
    if (index < plain) {
      needed.insert(index);
    } else {
      needed.insert(added_[index - plain].sources.begin(), added_[index - plain].sources.end());
    }
  }
  source_columns_.assign(needed.begin(), needed.end());
  numbers_.resize(wanted_.size());
  texts_.resize(wanted_.size());
  return source_.start(source_columns_);
}

base::Result<bool> ExtendedTable::next(Batch& batch) {
  EXPLAINEE_ASSIGN(const bool more, source_.next(source_batch_));
  if (!more) return false;
  batch.first_row = source_batch_.first_row;
  batch.rows = source_batch_.rows;
  batch.columns.clear();
  for (std::size_t slot = 0; slot < wanted_.size(); ++slot) {
    if (wanted_[slot] < source_.columns().size()) {
      batch.columns.push_back(view_of(wanted_[slot]));
    } else {
      EXPLAINEE_ASSIGN(const ColumnView view, compute(slot));
      batch.columns.push_back(view);
    }
  }
  return true;
}

const ColumnView& ExtendedTable::view_of(std::size_t column) const {
  const auto at = std::lower_bound(source_columns_.begin(), source_columns_.end(), column);
  return source_batch_.columns[static_cast<std::size_t>(at - source_columns_.begin())];
}

base::Result<ColumnView> ExtendedTable::compute(std::size_t slot) {
  const AddedColumn& column = added_[wanted_[slot] - source_.columns().size()];
  std::vector<std::span<const double>> cells;
  for (const std::size_t source : column.sources) cells.push_back(view_of(source).numbers);
  ColumnView view;
  if (column.column.type == ColumnType::kText) {
    texts_[slot].resize(source_batch_.rows);
    EXPLAINEE_TRY(column.texts(cells, texts_[slot]));
    view.texts = texts_[slot];
  } else {
    numbers_[slot].resize(source_batch_.rows);
    EXPLAINEE_TRY(column.numbers(cells, numbers_[slot]));
    view.numbers = numbers_[slot];
  }
  return view;
}

}  // namespace explainee::data
