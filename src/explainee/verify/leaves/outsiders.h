// explainee/verify/leaves/outsiders.h: what a block and other outsiders leave of a column outside the block
// (docs/certificate.md §5, split).
#pragma once

#include <vector>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/checked_problem.h"
#include "explainee/verify/problem/correlations.h"

namespace explainee::verify {

/// Z = L⁻¹C_B·, LLᵀ = C_BB − diag(d), a line for each of the block; none when that is not shown to be positive
/// definite.
using Shadows = std::vector<std::vector<Ball>>;

[[nodiscard]] bool find_shadows(const Correlations& c, std::size_t size, const std::vector<int>& block,
                                const std::vector<double>& d, Shadows& shadows);

/// A lower bound of r of every outsider when p of them stand together; `weights` by candidate, empty: all 1.
[[nodiscard]] std::vector<double> outsider_room(const Correlations& c, const CheckedProblem& problem,
                                                const Shadows& shadows, const std::vector<std::size_t>& outsiders,
                                                std::size_t p, const std::vector<double>& weights);

}  // namespace explainee::verify
