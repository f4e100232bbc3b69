#include "explainee/data/dataset/reader_pool.h"

#include <utility>

namespace explainee::data {

base::Result<ReaderPool::Reader> ReaderPool::take() {
  const std::scoped_lock lock(mutex_);
  if (!lent_) {
    lent_ = true;
    return Reader(table_.get(), GiveBack{this});
  }
  EXPLAINEE_ASSIGN(std::unique_ptr<TableSource> further, table_->reader());
  return Reader(further.release(), GiveBack{this});
}

void ReaderPool::take_back(TableSource* reader) {
  if (reader != table_.get()) {
    delete reader;  // NOLINT: what take() released
    return;
  }
  const std::scoped_lock lock(mutex_);
  lent_ = false;
}

base::Result<ReaderPool::Reader> ReaderPool::start(std::span<const std::size_t> wanted) {
  EXPLAINEE_ASSIGN(Reader reader, take());
  passes_.fetch_add(1, std::memory_order_relaxed);
  EXPLAINEE_TRY(reader->start(wanted));
  return reader;
}

base::Subject ReaderPool::where(std::int64_t row) {
  const auto reader = take();
  return reader.ok() ? reader.value()->where(row) : base::at_row(table_->name(), row);
}

}  // namespace explainee::data
