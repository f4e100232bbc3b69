#include "explainee/data/dataset/dataset_cursor.h"

#include <algorithm>
#include <utility>

namespace explainee::data {
namespace {

base::Error table_changed(const std::string& name) {
  return {base::ErrorCode::kUnreadableFile, "the table changed while it was read", name};
}

ColumnView rows_of(const ColumnView& view, std::size_t first, std::size_t count) {
  ColumnView part;
  if (!view.numbers.empty()) part.numbers = view.numbers.subspan(first, count);
  if (!view.texts.empty()) part.texts = view.texts.subspan(first, count);
  return part;
}

}  // namespace

base::Result<std::unique_ptr<TableSource>> DatasetCursor::reader() const {
  return std::unique_ptr<TableSource>(std::make_unique<DatasetCursor>(store_));
}

base::Result<void> DatasetCursor::start(std::span<const std::size_t> wanted) {
  wanted_.assign(wanted.begin(), wanted.end());
  row_ = 0;
  return open_lanes();
}

base::Result<void> DatasetCursor::open_lanes() {
  lanes_.clear();
  open_again_ = false;
  ColumnStore::Ways ways = store_->ways(wanted_);
  for (auto& kept : ways.kept) {
    Lane& lane = lanes_.emplace_back();
    for (std::size_t target = 0; target < wanted_.size(); ++target) {
      const auto at = std::lower_bound(kept->columns().begin(), kept->columns().end(), wanted_[target]);
      if (at == kept->columns().end() || *at != wanted_[target]) continue;
      lane.slots.push_back(static_cast<std::size_t>(at - kept->columns().begin()));
      lane.targets.push_back(target);
    }
    lane.kept = std::move(kept);
  }
  if (!lanes_.empty() && ways.streamed.empty()) return {};
  Lane& lane = lanes_.emplace_back();
  std::vector<std::size_t> columns;  // in the order of wanted_: the whole batch may be handed on as it comes
  for (std::size_t target = 0; target < wanted_.size(); ++target) {
    if (!std::binary_search(ways.streamed.begin(), ways.streamed.end(), wanted_[target])) continue;
    lane.slots.push_back(columns.size());
    lane.targets.push_back(target);
    columns.push_back(wanted_[target]);
  }
  EXPLAINEE_ASSIGN(lane.reader, store_->readers().start(columns));
  return {};
}

base::Result<bool> DatasetCursor::next(Batch& batch) {
  if (lanes_.empty()) return base::Error{base::ErrorCode::kInternal, "next() was called before start()", name()};
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    EXPLAINEE_TRY(refill(lanes_[i]));
    if (!open_again_) continue;
    EXPLAINEE_TRY(open_again());
    i = static_cast<std::size_t>(-1);  // from the first lane on
  }
  const auto over = [](const Lane& lane) { return lane.over; };
  if (std::any_of(lanes_.begin(), lanes_.end(), over)) {
    if (std::all_of(lanes_.begin(), lanes_.end(), over)) return false;
    return table_changed(name());
  }
  std::size_t rows = lanes_.front().left();
  for (const Lane& lane : lanes_) rows = std::min(rows, lane.left());
  batch.first_row = row_;
  batch.rows = rows;
  batch.columns.assign(wanted_.size(), {});
  for (Lane& lane : lanes_) {
    for (std::size_t i = 0; i < lane.targets.size(); ++i)
      batch.columns[lane.targets[i]] = rows_of(lane.views[i], lane.used, rows);
    lane.used += rows;
  }
  row_ += static_cast<std::int64_t>(rows);
  return true;
}

base::Result<void> DatasetCursor::refill(Lane& lane) {
  if (lane.over || lane.left() > 0) return {};
  if (lane.kept == nullptr) return refill_streamed(lane);
  auto found = lane.kept->batch(lane.next_batch);
  if (!found.ok()) {
    if (found.error().code == base::ErrorCode::kInterrupted || !wider_than_wanted(lane)) return found.error();
    store_->read_only_wanted();  // what failed may be a column that nobody asked for
    open_again_ = true;
    return {};
  }
  if (found.value().gone) {
    open_again_ = true;
  } else if (found.value().rest) {
    KeptColumns::Rest& rest = *found.value().rest;
    lane.reader = std::move(rest.reader);
    lane.streamed = std::move(rest.batch);
    lane.kept.reset();
    lane.batch.reset();
    lane.rows = lane.streamed.rows;
    lane.used = 0;
    lane.views.clear();
    for (const std::size_t slot : lane.slots) lane.views.push_back(lane.streamed.columns[slot]);
  } else if (found.value().batch == nullptr) {
    lane.over = true;
  } else {
    ++lane.next_batch;
    show(lane, std::move(found.value().batch));
  }
  return {};
}

base::Result<void> DatasetCursor::refill_streamed(Lane& lane) {
  EXPLAINEE_ASSIGN(const bool more, lane.reader->next(lane.streamed));
  lane.over = !more;
  lane.rows = more ? lane.streamed.rows : 0;
  lane.used = 0;
  lane.views.clear();
  for (std::size_t i = 0; more && i < lane.slots.size(); ++i)
    lane.views.push_back(lane.streamed.columns[lane.slots[i]]);
  if (!more) lane.reader.reset();
  return {};
}

void DatasetCursor::show(Lane& lane, std::shared_ptr<const KeptBatch> batch) {
  lane.batch = std::move(batch);
  lane.rows = lane.batch->rows();
  lane.used = 0;
  lane.texts.resize(lane.slots.size());
  lane.views.assign(lane.slots.size(), {});
  for (std::size_t i = 0; i < lane.slots.size(); ++i) {
    if (columns()[wanted_[lane.targets[i]]].type == ColumnType::kNumber) {
      lane.views[i].numbers = lane.batch->numbers(lane.slots[i]);
    } else {
      lane.batch->texts(lane.slots[i], lane.texts[i]);
      lane.views[i].texts = lane.texts[i];
    }
  }
}

bool DatasetCursor::wider_than_wanted(const Lane& lane) { return lane.kept->columns().size() > lane.targets.size(); }

/// Goes on from the same row by other ways.
base::Result<void> DatasetCursor::open_again() {
  while (open_again_) {
    EXPLAINEE_TRY(open_lanes());
    for (std::size_t i = 0; i < lanes_.size() && !open_again_; ++i) EXPLAINEE_TRY(skip(lanes_[i], row_));
  }
  return {};
}

base::Result<void> DatasetCursor::skip(Lane& lane, std::int64_t rows) {
  while (rows > 0) {
    EXPLAINEE_TRY(refill(lane));
    if (open_again_) return {};
    if (lane.over) return table_changed(name());
    const std::int64_t passed = std::min(static_cast<std::int64_t>(lane.left()), rows);
    lane.used += static_cast<std::size_t>(passed);
    rows -= passed;
  }
  return {};
}

}  // namespace explainee::data
