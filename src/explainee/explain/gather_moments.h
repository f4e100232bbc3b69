// explainee/explain/gather_moments.h: gathering where there are moments and no rows.
#pragma once

#include "explainee/explain/gather.h"

namespace explainee::explain {

/// As gather(), for Input::moments.
[[nodiscard]] base::Result<Gathered> gather_moments(const Input& input, const Options& options, bool judging);

}  // namespace explainee::explain
