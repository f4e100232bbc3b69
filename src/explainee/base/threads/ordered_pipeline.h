// explainee/base/threads/ordered_pipeline.h: works ahead of a reader on a few threads and hands the results over in
// order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "explainee/base/errors/result.h"

namespace explainee::base {

/// Items are fetched one after another (never two at once) and then worked on by several threads; next() hands them
/// out in the order in which they were fetched. At most `window` items exist; they are used again.
template <class Item>
class OrderedPipeline {
 public:
  using Fetch = std::function<Result<bool>(Item&)>;  ///< fills an item; false when there are no more
  using Work = std::function<void(Item&)>;           ///< may run at the same time for different items

  /// Starts `workers` threads; with none, everything happens in next(). What the functions throw becomes an error.
  OrderedPipeline(int workers, std::size_t window, Fetch fetch, Work work)
      : fetch_(std::move(fetch)), work_(std::move(work)), slots_(workers > 0 ? window : 1) {
    try {
      for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { work_ahead(); });
    } catch (const std::system_error&) {
      // The machine gives no more threads: fewer, or none, give the same items.
    }
  }

  ~OrderedPipeline() {
    {
      const std::scoped_lock lock(mutex_);
      stop_ = true;
    }
    room_.notify_all();
    threads_.clear();  // joins
  }
  OrderedPipeline(const OrderedPipeline&) = delete;
  OrderedPipeline& operator=(const OrderedPipeline&) = delete;

  /// The next item, valid until the next call; null when there are no more. After an error, only errors.
  [[nodiscard]] Result<Item*> next() {
    if (threads_.empty()) return next_here();
    std::unique_lock lock(mutex_);
    if (handed_out_) {
      slot(taken_).state = State::kFree;
      ++taken_;
      handed_out_ = false;
      room_.notify_one();
    }
    Slot& wanted = slot(taken_);
    ready_.wait(lock, [&] { return wanted.state == State::kReady; });
    if (wanted.error) return *wanted.error;
    if (wanted.end) return static_cast<Item*>(nullptr);
    handed_out_ = true;
    return &wanted.item;
  }

 private:
  enum class State { kFree, kBusy, kReady };
  struct Slot {
    Item item;
    State state = State::kFree;
    bool end = false;
    std::optional<Error> error;
  };

  Slot& slot(std::size_t index) { return slots_[index % slots_.size()]; }

  Result<Item*> next_here() {
    Slot& only = slots_.front();
    if (only.error) return *only.error;
    if (only.end) return static_cast<Item*>(nullptr);
    fetch_into(only);
    if (!only.end && !only.error) work_on(only);
    if (only.error) return *only.error;
    return only.end ? nullptr : &only.item;
  }

  void fetch_into(Slot& into) {
    try {
      Result<bool> got = fetch_(into.item);
      if (!got.ok()) {
        into.error = std::move(got).error();
      } else {
        into.end = !got.value();
      }
    } catch (const std::exception& thrown) {
      into.error = unexpected(thrown);
    }
  }

  void work_on(Slot& on) {
    try {
      work_(on.item);
    } catch (const std::exception& thrown) {
      on.error = unexpected(thrown);
    }
  }

  static Error unexpected(const std::exception& thrown) {
    return {ErrorCode::kInternal, std::string("reading ahead failed: ") + thrown.what(), ""};
  }

  void work_ahead() {
    std::unique_lock lock(mutex_);
    while (true) {
      room_.wait(lock, [&] { return stop_ || over_ || (!fetching_ && slot(fetched_).state == State::kFree); });
      if (stop_ || over_) return;
      Slot& mine = slot(fetched_);
      mine.state = State::kBusy;
      fetching_ = true;
      lock.unlock();
      fetch_into(mine);
      lock.lock();
      fetching_ = false;
      ++fetched_;
      over_ = mine.end || mine.error.has_value();
      over_ ? room_.notify_all() : room_.notify_one();
      if (!over_) {
        lock.unlock();
        work_on(mine);
        lock.lock();
      }
      mine.state = State::kReady;
      ready_.notify_one();
    }
  }

  Fetch fetch_;
  Work work_;
  std::vector<Slot> slots_;
  std::mutex mutex_;
  std::condition_variable room_;   ///< a slot became free, or fetching is over
  std::condition_variable ready_;  ///< a slot became ready
  std::size_t fetched_ = 0;
  std::size_t taken_ = 0;
  bool handed_out_ = false;
  bool fetching_ = false;
  bool over_ = false;
  bool stop_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace explainee::base
