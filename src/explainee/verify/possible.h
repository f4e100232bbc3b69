// explainee/verify/possible.h: whether there can be rows with such moments, and such noise (docs/certificate.md §1,
// §3).
#pragma once

#include <string>

#include "explainee/base/control.h"
#include "explainee/moments/moments.h"
#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// Why no rows have these totals; empty when some may have. Throws Stopped.
[[nodiscard]] std::string impossible(const moments::Moments& totals, const base::Control& control);

/// True when the covariances given u are those of variables, up to a share of 1e-8: what was taken out of u as noise
/// can be noise.
[[nodiscard]] bool is_possible(const CheckedProblem& problem);

}  // namespace explainee::verify
