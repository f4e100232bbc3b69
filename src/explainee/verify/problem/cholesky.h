// explainee/verify/problem/cholesky.h: positive definiteness shown by factorisations in double precision that a caller
// can stop.
#pragma once

#include <Eigen/Dense>

#include "explainee/base/control.h"

namespace explainee::verify {

/// Factorises the lower triangle in place, a panel of columns at a time; false when a pivot is not positive. Throws
/// Stopped.
[[nodiscard]] bool factorise(Eigen::MatrixXd& matrix, const base::Control& control);

/// What a factorisation of an n×n matrix in double precision may err by, as a multiple of the trace: if factorise()
/// succeeds, the matrix plus this much of its trace on the diagonal is positive semidefinite, in whatever order its
/// sums were taken (Rump 2006: (n+1)u/(1−(n+1)u); reciprocals instead of quotients add a rounding).
[[nodiscard]] double factorisation_error(Eigen::Index n);

}  // namespace explainee::verify
