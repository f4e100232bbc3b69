#include "explainee/base/threads/thread_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace explainee::base {

ThreadPool::ThreadPool(int threads) {
  try {
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The machine gives no more threads: fewer give the same result.
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
}

void ThreadPool::run(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (workers_.empty() || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) task(i);
    return;
  }
  std::unique_lock lock(mutex_);
  task_ = &task;
  count_ = count;
  next_ = 0;
  finished_ = 0;
  failure_ = nullptr;
  wake_.notify_all();
  take_tasks(lock);
  done_.wait(lock, [this] { return finished_ == count_; });
  task_ = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stop_ || (task_ != nullptr && next_ < count_); });
    if (stop_) return;
    take_tasks(lock);
  }
}

void ThreadPool::take_tasks(std::unique_lock<std::mutex>& lock) {
  while (task_ != nullptr && next_ < count_) {
    const std::size_t index = next_++;
    const auto* task = task_;
    const bool skip = failure_ != nullptr;
    lock.unlock();
    std::exception_ptr failure;
    try {
      if (!skip) (*task)(index);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !failure_) failure_ = failure;
    if (++finished_ == count_) done_.notify_all();
  }
}

int resolve_threads(int wanted) {
  if (wanted > 0) return wanted;
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace explainee::base
