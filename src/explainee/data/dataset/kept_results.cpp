#include "explainee/data/dataset/kept_results.h"

#include <utility>

namespace explainee::data {

KeptResults::~KeptResults() { budget_.give_back(bytes_); }

std::shared_ptr<const void> KeptResults::find(const std::string& key) {
  const std::scoped_lock lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->result;
}

void KeptResults::drop_oldest() {
  const Entry& oldest = entries_.back();
  bytes_ -= oldest.bytes;
  budget_.give_back(oldest.bytes);
  by_key_.erase(oldest.key);
  entries_.pop_back();
}

void KeptResults::keep(const std::string& key, std::shared_ptr<const void> result, std::size_t bytes) {
  bytes += 2 * key.size() + sizeof(Entry);
  const std::scoped_lock lock(mutex_);
  if (bytes > bound_ || by_key_.contains(key)) return;  // somebody else made the same meanwhile
  while (!entries_.empty() && bytes_ + bytes > bound_) drop_oldest();
  while (!budget_.take(bytes)) {
    if (entries_.empty()) return;
    drop_oldest();
  }
  entries_.push_front({key, std::move(result), bytes});
  by_key_.emplace(key, entries_.begin());
  bytes_ += bytes;
}

bool KeptResults::make_room(std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  while (!entries_.empty() && budget_.left() < bytes) drop_oldest();
  return budget_.left() >= bytes;
}

}  // namespace explainee::data
