#include "explainee/base/threads/thread_pool.h"

#include <gtest/gtest.h>

#include <vector>

namespace explainee::base {
namespace {

TEST(ThreadPool, EveryTaskRunsOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
      std::vector<int> runs(count, 0);
      pool.run(count, [&](std::size_t i) { ++runs[i]; });
      EXPECT_EQ(runs, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

TEST(ThreadPool, CanBeUsedManyTimesInARow) {
  ThreadPool pool(3);
  std::vector<long> sums(8, 0);
  for (int round = 0; round < 2000; ++round) {
    pool.run(sums.size(), [&](std::size_t i) { sums[i] += static_cast<long>(i); });
  }
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], 2000 * static_cast<long>(i));
}

TEST(ThreadPool, ZeroMeansTheWholeMachine) {
  EXPECT_GE(resolve_threads(0), 1);
  EXPECT_EQ(resolve_threads(7), 7);
}

}  // namespace
}  // namespace explainee::base
