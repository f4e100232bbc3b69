// explainee/base/threads/first_failed.h: which of several tasks is the first to fail, whoever is quickest.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>

namespace explainee::base {

/// The smallest number of a task that failed. Tasks behind it need not run; those before it must, lest another fails.
class FirstFailed {
 public:
  void note(std::size_t task) {
    std::size_t first = first_;
    while (task < first && !first_.compare_exchange_weak(first, task)) {
    }
  }
  [[nodiscard]] bool before(std::size_t task) const { return first_ < task; }

 private:
  std::atomic<std::size_t> first_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace explainee::base
