// explainee/search/balance.h: the same problem in units in which every variance is near 1.
#pragma once

#include <optional>

#include "explainee/base/control.h"
#include "explainee/search/problem.h"

namespace explainee::search {

/// Rescales columns and predictions by powers of two, so that every scale lies in [1, 4). Exact: no digit of any value
/// changes, and tolerances may be compared with plain numbers.
[[nodiscard]] Problem balanced(const Problem& problem);

/// The same for large ones; none when stopped.
[[nodiscard]] std::optional<Problem> balanced(const Problem& problem, const base::Control& control);

}  // namespace explainee::search
