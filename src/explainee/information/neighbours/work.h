// explainee/information/neighbours/work.h: with what long sums over rows are done.
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/base/threads/thread_pool.h"

namespace explainee::information {

/// Threads, and whether to go on; both outlive it.
struct Work {
  base::ThreadPool& pool;
  const base::Control& control;

  /// kInterrupted once the caller wants no more.
  [[nodiscard]] base::Result<void> go_on() const {
    if (control.should_stop()) return base::interrupted();
    return {};
  }
};

}  // namespace explainee::information
