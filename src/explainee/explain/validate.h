// explainee/explain/validate.h: what a caller could get wrong, told before anything is read.
#pragma once

#include <vector>

#include "explainee/base/option.h"
#include "explainee/base/result.h"
#include "explainee/explain/gather.h"
#include "explainee/explain/options.h"

namespace explainee::explain {

/// Ranges and choices from the option records, options that do not go together. `judging`: for score().
[[nodiscard]] base::Result<void> validate(const Input& input, const Options& options, bool judging,
                                          const std::vector<base::Option<Options>>& records);

}  // namespace explainee::explain
