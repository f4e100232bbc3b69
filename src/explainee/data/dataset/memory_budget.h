// explainee/data/dataset/memory_budget.h: bytes that may be held, shared by all who hold some.
#pragma once

#include <atomic>
#include <cstddef>

namespace explainee::data {

/// Counts bytes up to a limit; safe from several threads.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t limit) : limit_(limit) {}

  [[nodiscard]] std::size_t limit() const { return limit_; }
  [[nodiscard]] std::size_t used() const { return used_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t left() const {
    const std::size_t used = this->used();
    return used < limit_ ? limit_ - used : 0;
  }

  /// Takes so many bytes; false, and nothing taken, when they do not fit.
  [[nodiscard]] bool take(std::size_t bytes) {
    std::size_t used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_ || used > limit_ - bytes) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    return true;
  }

  void give_back(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> used_ = 0;
};

}  // namespace explainee::data
