// explainee/base/threads/thread_pool.h: runs a fixed list of tasks on a few threads; who runs which never changes the
// result.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace explainee::base {

/// A pool of `threads − 1` workers beside the calling thread.
class ThreadPool {
 public:
  /// Starts the workers; `threads` ≤ 1 runs everything on the calling thread.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls task(0) … task(count − 1), each once, and returns when all are done. Tasks must write to disjoint places and
  /// must not call run() of the same pool. What a task throws is thrown again here once no task runs any more; the
  /// others may then not have run.
  void run(std::size_t count, const std::function<void(std::size_t)>& task);

  [[nodiscard]] int threads() const { return static_cast<int>(workers_.size()) + 1; }

 private:
  void work();
  void take_tasks(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  const std::function<void(std::size_t)>* task_ = nullptr;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::size_t finished_ = 0;
  std::exception_ptr failure_;
  bool stop_ = false;
  std::vector<std::jthread> workers_;
};

/// The number of threads to use when the caller asked for `wanted` (0: as many as the machine has).
[[nodiscard]] int resolve_threads(int wanted);

}  // namespace explainee::base
