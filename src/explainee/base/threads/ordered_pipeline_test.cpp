#include "explainee/base/threads/ordered_pipeline.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "explainee/base/errors/speech.h"

namespace explainee::base {
namespace {

struct Item {
  int number = 0;
  int worked = 0;
};

/// Gives 0 … count − 1, the work of some taking longer than that of others.
OrderedPipeline<Item> numbers(int workers, int count, std::atomic<int>& fetched) {
  return {workers, 4,
          [&fetched, count](Item& item) -> Result<bool> {
            item.number = fetched.fetch_add(1);
            return item.number < count;
          },
          [](Item& item) {
            if (item.number % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
            item.worked = 2 * item.number;
          }};
}

TEST(OrderedPipeline, KeepsTheOrder) {
  for (const int workers : {0, 1, 2, 5}) {
    std::atomic<int> fetched{0};
    auto pipeline = numbers(workers, 300, fetched);
    for (int i = 0; i < 300; ++i) {
      const Item* item = pipeline.next().value();
      ASSERT_NE(item, nullptr);
      ASSERT_EQ(item->number, i);
      ASSERT_EQ(item->worked, 2 * i);
    }
    EXPECT_EQ(pipeline.next().value(), nullptr);
    EXPECT_EQ(pipeline.next().value(), nullptr);
  }
}

TEST(OrderedPipeline, NeverRunsAheadOfItsWindow) {
  std::atomic<int> fetched{0};
  auto pipeline = numbers(2, 100, fetched);
  ASSERT_NE(pipeline.next().value(), nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(fetched.load(), 4);
}

TEST(OrderedPipeline, StopsWhenDestroyedEarly) {
  for (const int workers : {1, 3}) {
    std::atomic<int> fetched{0};
    auto pipeline = numbers(workers, 1'000'000, fetched);
    ASSERT_NE(pipeline.next().value(), nullptr);
  }
}

TEST(OrderedPipeline, AnErrorComesAfterTheItemsBeforeIt) {
  for (const int workers : {0, 1, 3}) {
    int fetched = 0;
    OrderedPipeline<Item> pipeline(
        workers, 5,
        [&](Item& item) -> Result<bool> {
          if (fetched == 7) return Error{ErrorCode::kUnreadableFile, "gone", "f"};
          item.number = fetched++;
          return true;
        },
        [](Item&) {});
    for (int i = 0; i < 7; ++i) ASSERT_EQ(pipeline.next().value()->number, i);
    EXPECT_FALSE(pipeline.next().ok());
    EXPECT_EQ(base::text(pipeline.next().error().message, base::command_line()), "gone");
  }
}

TEST(OrderedPipeline, WhatIsThrownBecomesAnError) {
  for (const int workers : {0, 2}) {
    OrderedPipeline<Item> working(
        workers, 3, [](Item&) -> Result<bool> { return true; }, [](Item&) { throw std::bad_alloc(); });
    EXPECT_EQ(working.next().error().code, ErrorCode::kInternal);
    OrderedPipeline<Item> fetching(
        workers, 3, [](Item&) -> Result<bool> { throw std::bad_alloc(); }, [](Item&) {});
    EXPECT_EQ(fetching.next().error().code, ErrorCode::kInternal);
  }
}

}  // namespace
}  // namespace explainee::base
