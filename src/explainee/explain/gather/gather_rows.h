// explainee/explain/gather/gather_rows.h: gathering where there are rows: what is read, in how many passes.
#pragma once

#include "explainee/explain/gather/gathered.h"

namespace explainee::explain {

/// As gather(), for Input::table.
[[nodiscard]] base::Result<Gathered> gather_rows(const Input& input, const request::Request& request, bool judging,
                                                 const base::Control& control);

}  // namespace explainee::explain
