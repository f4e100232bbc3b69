// bench/best_of.h: the shortest of several runs, in seconds; noise only ever adds.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace explainee::bench {

/// Runs `work` until it has run at least `runs` times and for `seconds` in all.
template <class Work>
double best_of(int runs, double seconds, Work&& work) {
  using Clock = std::chrono::steady_clock;
  double best = std::numeric_limits<double>::infinity();
  const auto start = Clock::now();
  for (int run = 0; run < runs || std::chrono::duration<double>(Clock::now() - start).count() < seconds; ++run) {
    const auto begin = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
}

}  // namespace explainee::bench
