// python/core/bindings.h: the parts of the module, each in a file of its own.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>

#include "column_table.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/moments/moments.h"
#include "explainee/view/names/plain_names.h"

namespace explainee::python {

/// Moments as Python holds them.
struct HeldMoments {
  std::shared_ptr<const moments::Moments> content;
};

/// Rows or moments, whichever Python gave, for one call.
class GivenData {
 public:
  explicit GivenData(nanobind::handle data);
  GivenData(const GivenData&) = delete;
  GivenData& operator=(const GivenData&) = delete;
  [[nodiscard]] const explain::Input& input() const { return input_; }

 private:
  std::optional<ColumnTable> table_;
  explain::Input input_;
};

/// An explanation as Python holds it; `stopped`: by Ctrl-C.
[[nodiscard]] nanobind::object hold_answer(explain::Explanation explanation, const view::PlainNames& names,
                                           bool stopped = false);

/// How people call columns; as they are called without a table.
[[nodiscard]] view::PlainNames read_names(const ColumnTable* names);

void bind_tables(nanobind::module_& module);
void bind_moments(nanobind::module_& module);
void bind_explain(nanobind::module_& module);
void bind_kept(nanobind::module_& module);
void bind_cohort(nanobind::module_& module);
void bind_dialogue(nanobind::module_& module);
void bind_view(nanobind::module_& module);
void bind_files(nanobind::module_& module);

/// See one_blas_thread.cpp.
void take_back_blas_variable();

}  // namespace explainee::python
