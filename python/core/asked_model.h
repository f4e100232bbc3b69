// python/core/asked_model.h: a model that is a function of Python, asked by the thread that works and answered by the
// one that waits.
#pragma once

#include <nanobind/nanobind.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/asking/ask_model.h"

namespace explainee::python {

/// The function is called where Python expects it, in the thread of the caller: there Ctrl-C reaches it, and it may use
/// what belongs to that thread. It takes a dictionary of columns and gives an array of float64.
class AskedModel {
 public:
  explicit AskedModel(nanobind::handle function) : function_(function) {}

  /// Waits for the answer; kInterrupted when the work is stopped before there is one.
  [[nodiscard]] base::Result<std::vector<double>> ask(const explain::RowColumns& rows, const base::Control& control);

  /// Answers the question that waits, if any. Needs the interpreter's lock; what the function raises is raised.
  void attend();

 private:
  nanobind::handle function_;
  std::mutex mutex_;
  std::condition_variable answered_;
  const explain::RowColumns* question_ = nullptr;
  std::optional<std::vector<double>> answer_;
};

}  // namespace explainee::python
