// python/core/interruptible.h: long work beside Python: other threads go on, Ctrl-C is heard, progress is told.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "explainee/base/control.h"
#include "explainee/base/threads/thread_pool.h"
#include "raise.h"

namespace explainee::python {

/// How far the work is, told by the thread that works and read by the one that waits.
class LastProgress {
 public:
  void set(std::string_view stage, double fraction) {
    const std::lock_guard lock(mutex_);
    last_.emplace(stage, fraction);
  }
  [[nodiscard]] std::optional<std::pair<std::string, double>> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(last_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<std::pair<std::string, double>> last_;
};

/// Whether a result may be the best so far of work that was stopped, and says so itself.
template <class Outcome>
inline constexpr bool is_partial_answer = requires(Outcome outcome) {
  outcome.value().interrupted;
};

/// Runs work(control) in a thread of its own, without the interpreter's lock. On Ctrl-C the work is asked to stop and
/// what it then gives is the result: the best so far, or kInterrupted, which is KeyboardInterrupt. Another exception of
/// a signal handler, of `progress` or of `attend` stops the work too, and is raised.
/// `own`: the flag that stops the work, where it outlives the call. `by_hand`: whether it was stopped by Ctrl-C.
/// `attend`: what the thread that waits does for the one that works, with the interpreter's lock.
template <class Work>
auto run_interruptibly(int threads, nanobind::handle progress, Work work, std::atomic<bool>* own = nullptr,
                       bool* by_hand = nullptr, const std::function<void()>& attend = {}) {
  using Outcome = decltype(work(std::declval<const base::Control&>()));
  const auto kListen = std::chrono::milliseconds(attend ? 2 : 20);
  std::atomic<bool> flag = false;
  std::atomic<bool>& cancel = own != nullptr ? *own : flag;
  bool stopped = false;
  LastProgress last;
  base::Control control;
  control.cancel = &cancel;
  control.threads = base::resolve_threads(threads);
  if (!progress.is_none()) control.progress = [&](std::string_view stage, double f) { last.set(stage, f); };
  std::exception_ptr raised;
  const auto listen = [&] {
    const nanobind::gil_scoped_acquire lock;
    if (cancel) return;
    try {
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      if (const auto now = last.take()) progress(nanobind::str(now->first.c_str()), now->second);
      if (attend) attend();
    } catch (nanobind::python_error& error) {
      cancel = stopped = true;
      if (!error.matches(PyExc_KeyboardInterrupt)) raised = std::current_exception();
    } catch (...) {  // whoever works may wait for what failed here
      cancel = true;
      raised = std::current_exception();
    }
  };
  std::optional<Outcome> outcome;
  {
    const nanobind::gil_scoped_release free;
    std::future<Outcome> working = std::async(std::launch::async, [&] { return work(control); });
    while (working.wait_for(kListen) != std::future_status::ready) listen();
    outcome.emplace(working.get());
  }
  if (raised) std::rethrow_exception(raised);
  if (by_hand != nullptr) *by_hand = stopped;
  if constexpr (!is_partial_answer<Outcome>) {
    if (stopped && outcome->ok()) throw CoreError(base::interrupted());  // nobody would hear of it otherwise
  }
  return value_of(std::move(*outcome));
}

}  // namespace explainee::python
