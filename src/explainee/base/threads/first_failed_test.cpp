#include "explainee/base/threads/first_failed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "explainee/base/threads/thread_pool.h"

namespace explainee::base::first_failed_test {
namespace {

TEST(FirstFailed, OnlyTasksBehindTheFirstNeedNotRun) {
  FirstFailed failed;
  EXPECT_FALSE(failed.before(1000));
  failed.note(7);
  EXPECT_FALSE(failed.before(3));
  EXPECT_FALSE(failed.before(7));
  EXPECT_TRUE(failed.before(8));
  failed.note(3);
  EXPECT_TRUE(failed.before(7));
  failed.note(9);
  EXPECT_FALSE(failed.before(3));
}

TEST(FirstFailed, EveryTaskBeforeItRuns) {
  ThreadPool pool(4);
  for (int round = 0; round < 200; ++round) {
    FirstFailed failed;
    std::mutex mutex;
    std::vector<std::size_t> ran;
    pool.run(40, [&](std::size_t task) {
      if (failed.before(task)) return;
      if (task % 10 == 5) failed.note(task);
      const std::scoped_lock lock(mutex);
      ran.push_back(task);
    });
    std::sort(ran.begin(), ran.end());
    for (std::size_t task = 0; task <= 5; ++task) ASSERT_EQ(ran.at(task), task);
    EXPECT_FALSE(failed.before(5));
  }
}

}  // namespace
}  // namespace explainee::base::first_failed_test
