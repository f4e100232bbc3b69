// explainee/information/tests/permutation.h: residuals dealt to other rows, for a maximum test that is exact where they
// have nothing to do with the candidates, however skewed both are.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <span>

#include "explainee/information/tests/maximum.h"

namespace explainee::information {

/// The residuals (rows × outputs) as uncorrelated responses of unit variance, whose draws deal those of whole groups to
/// other groups of the same size. `group_of`: of each row, from 0 on; empty: every row is one. None where too many rows
/// have nowhere to go, or nothing varies.
[[nodiscard]] std::optional<Responses> dealt_residuals(const Eigen::MatrixXd& residuals, std::span<const int> group_of,
                                                       std::uint64_t seed);

}  // namespace explainee::information
