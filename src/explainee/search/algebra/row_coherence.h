// explainee/search/algebra/row_coherence.h: how much the columns beside it can weigh on each column: sums of its
// largest correlations (search §3.2).
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/bounds/factored_problem.h"

namespace explainee::search {

/// Sums of the k largest |c_jl| over l ≠ j, one pass over the Gram matrix.
struct RowCoherence {
  Eigen::MatrixXd sums;  ///< (most + 1)×n: row k, column j is A_j[k], rounded up; row 0 is 0

  /// A_j[k]; what lies beyond the last row is at most the last row plus its largest step per place.
  [[nodiscard]] double at(int k, int column) const { return sums(k, column); }
};

/// For k ≤ most; columns in `left_out` (n flags, or empty) count as absent. None when stopped.
[[nodiscard]] std::optional<RowCoherence> row_coherence(const FactoredProblem& factored, int most,
                                                        const std::vector<char>& left_out, base::ThreadPool& threads,
                                                        const base::Control& control);

}  // namespace explainee::search
