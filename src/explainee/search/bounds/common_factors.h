// explainee/search/bounds/common_factors.h: which factors to give away so that what is left hardly correlates (search
// §3.1).
#pragma once

#include <optional>

#include "explainee/base/control.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/bounds/factored_problem.h"

namespace explainee::search {

/// Finds common factors from a few rows of the correlations, sharpens them by a product with the whole Gram matrix and
/// gives them away; as many as stand out, none when nothing does. None when stopped. Digits do not depend on the
/// threads.
[[nodiscard]] std::optional<FactoredProblem> free_common_factors(const Problem& problem, base::ThreadPool& threads,
                                                                 const base::Control& control);

/// G·vectors (n×K) in fixed parts; none when stopped.
[[nodiscard]] std::optional<Eigen::MatrixXd> gram_times(const Problem& problem, const Eigen::MatrixXd& vectors,
                                                        base::ThreadPool& threads, const base::Control& control);

}  // namespace explainee::search
