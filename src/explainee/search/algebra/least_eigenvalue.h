// explainee/search/algebra/least_eigenvalue.h: a proven lower bound of the smallest eigenvalue of the correlations
// (search §4).
#pragma once

#include <optional>

#include "explainee/base/control.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/bounds/factored_problem.h"

namespace explainee::search {

/// Some δ > 0 with C − δI positive semidefinite on the usable columns, within a few percent of the largest; proven by a
/// factorisation of C − (δ + c)I, where c covers rounding (Rump 2006). None when C is singular or stopped. Takes the
/// memory of one more Gram matrix meanwhile.
[[nodiscard]] std::optional<double> least_eigenvalue(const FactoredProblem& factored, base::ThreadPool& threads,
                                                     const base::Control& control);

}  // namespace explainee::search
