// explainee/verify/problem/cholesky.h: a Cholesky factorisation that a caller can stop.
#pragma once

#include <Eigen/Dense>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// Factorises the lower triangle in place, a panel of columns at a time; false when a pivot is not positive. What its
/// success proves does not depend on the order of its sums (Rump 2006). Throws Stopped.
[[nodiscard]] bool factorise(Eigen::MatrixXd& matrix, const CheckedProblem& problem);

}  // namespace explainee::verify
