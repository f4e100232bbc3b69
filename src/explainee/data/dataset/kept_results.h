// explainee/data/dataset/kept_results.h: what was computed from a dataset, kept by what it was made for.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "explainee/data/dataset/memory_budget.h"

namespace explainee::data {

/// Results of any type by a text that says all they depend on. What was not asked for longest goes first when the
/// bound is reached or when columns need the memory. Safe from several threads.
class KeptResults {
 public:
  /// At most `bound` bytes, all of them out of `budget`.
  KeptResults(MemoryBudget& budget, std::size_t bound) : budget_(budget), bound_(bound) {}
  ~KeptResults();
  KeptResults(const KeptResults&) = delete;
  KeptResults& operator=(const KeptResults&) = delete;

  /// The result of this key; null when it is not there (any more).
  [[nodiscard]] std::shared_ptr<const void> find(const std::string& key);
  /// Keeps a result of about so many bytes, unless it alone is more than the bound.
  void keep(const std::string& key, std::shared_ptr<const void> result, std::size_t bytes);
  /// Lets results go until so many bytes are free; false when that is not enough.
  bool make_room(std::size_t bytes);

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const void> result;
    std::size_t bytes = 0;
  };

  void drop_oldest();

  MemoryBudget& budget_;
  const std::size_t bound_;
  std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  ///< what was asked for last comes first
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
};

}  // namespace explainee::data
