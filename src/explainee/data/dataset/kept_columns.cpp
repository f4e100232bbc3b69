#include "explainee/data/dataset/kept_columns.h"

#include <utility>

namespace explainee::data {

KeptColumns::KeptColumns(std::vector<std::size_t> columns, ReaderPool& readers, MemoryBudget& budget,
                         MakeRoom make_room)
    : columns_(std::move(columns)), readers_(readers), budget_(budget), make_room_(std::move(make_room)) {}

KeptColumns::~KeptColumns() { budget_.give_back(bytes_); }

std::optional<KeptColumns::Found> KeptColumns::look(std::size_t at) const {
  const std::scoped_lock lock(mutex_);
  if (gone_) return Found{.gone = true};
  if (at < batches_.size()) return Found{.batch = batches_[at]};
  if (ended_) return Found{};
  return std::nullopt;
}

base::Result<KeptColumns::Found> KeptColumns::batch(std::size_t at) {
  if (auto found = look(at)) return std::move(*found);
  const std::scoped_lock lock(reading_);
  if (auto found = look(at)) return std::move(*found);  // somebody else read it meanwhile
  base::Result<Found> read = read_on();
  if (!read.ok()) drop(false);
  return read;
}

base::Result<KeptColumns::Found> KeptColumns::read_on() {
  if (reader_ == nullptr) {
    EXPLAINEE_ASSIGN(reader_, readers_.start(columns_));
  }
  Batch batch;
  EXPLAINEE_ASSIGN(const bool more, reader_->next(batch));
  if (!more) {
    reader_.reset();
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    return Found{};
  }
  auto kept = std::make_shared<const KeptBatch>(batch);
  if (!budget_.take(kept->bytes()) && !(make_room_(kept->bytes()) && budget_.take(kept->bytes()))) {
    Found found{.rest = Rest{std::move(reader_), std::move(batch)}};
    drop(true);
    return found;
  }
  const std::scoped_lock lock(mutex_);
  bytes_ += kept->bytes();
  rows_ += static_cast<std::int64_t>(kept->rows());
  batches_.push_back(kept);
  return Found{.batch = std::move(kept)};
}

void KeptColumns::drop(bool too_large) {
  reader_.reset();
  const std::scoped_lock lock(mutex_);
  gone_ = true;
  too_large_ = too_large;
  batches_ = {};
  budget_.give_back(std::exchange(bytes_, 0));
}

bool KeptColumns::gone() const {
  const std::scoped_lock lock(mutex_);
  return gone_;
}

bool KeptColumns::too_large() const {
  const std::scoped_lock lock(mutex_);
  return too_large_;
}

std::int64_t KeptColumns::rows() const {
  const std::scoped_lock lock(mutex_);
  return ended_ ? rows_ : -1;
}

}  // namespace explainee::data
