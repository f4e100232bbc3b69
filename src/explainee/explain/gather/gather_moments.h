// explainee/explain/gather/gather_moments.h: gathering where there are moments and no rows.
#pragma once

#include "explainee/explain/gather/gathered.h"

namespace explainee::explain {

/// As gather(), for Input::moments.
[[nodiscard]] base::Result<Gathered> gather_moments(const Input& input, const request::Request& request, bool judging);

}  // namespace explainee::explain
