// explainee/explain/gather_rows.h: gathering where there are rows: what is read, in how many passes.
#pragma once

#include "explainee/explain/gather.h"

namespace explainee::explain {

/// As gather(), for Input::table.
[[nodiscard]] base::Result<Gathered> gather_rows(const Input& input, const Options& options, bool judging,
                                                 const base::Control& control);

}  // namespace explainee::explain
