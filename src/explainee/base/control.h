// explainee/base/control.h: what a caller may ask of long work while it runs: stop, report, use so many threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <string_view>

namespace explainee::base {

/// What long work tells its caller: the stage, and how far it is (0…1, negative when unknown).
using Progress = std::function<void(std::string_view stage, double fraction)>;

/// Passed down to everything that can take long; the default never stops and says nothing.
struct Control {
  const std::atomic<bool>* cancel = nullptr;  ///< set by the caller (Ctrl-C) to stop soon
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  Progress progress;  ///< may be empty; called from the calling thread only
  int threads = 1;    ///< at least 1; results do not depend on it

  /// True once the caller cancelled.
  [[nodiscard]] bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
  /// True once the caller cancelled or the deadline passed.
  [[nodiscard]] bool should_stop() const {
    if (cancelled()) return true;
    return deadline != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= deadline;
  }
  /// The same with at most so many seconds from now; an earlier deadline stays.
  [[nodiscard]] Control within(double seconds) const {
    constexpr double kForever = 1e8;  // beyond that the clock's own range ends
    Control limited = *this;
    const auto left = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(std::min(seconds, kForever)));
    limited.deadline = std::min(deadline, std::chrono::steady_clock::now() + left);
    return limited;
  }
  /// Tells the caller how far the work is.
  void report(std::string_view stage, double fraction) const {
    if (progress) progress(stage, fraction);
  }
};

}  // namespace explainee::base
