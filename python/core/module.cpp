// python/core/module.cpp: the extension module explainee._core.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "bindings.h"
#include "explainee/base/version.h"
#include "raise.h"

NB_MODULE(_core, module) {
  using namespace explainee::python;
  take_back_blas_variable();
  translate_errors();
  module.doc() = "The core of explainee; use the package explainee instead.";
  module.attr("version") = std::string(explainee::base::kVersion);
  bind_tables(module);
  bind_moments(module);
  bind_kept(module);
  bind_explain(module);
  bind_cohort(module);
  bind_dialogue(module);
  bind_view(module);
  bind_files(module);
}
