// explainee/search/problem/usable_columns.h: the columns that are not known already.
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// The part of a problem that the tree works on; columns are renumbered 0…size−1. The Gram matrix stays the problem's.
struct UsableColumns {
  explicit UsableColumns(const Problem& whole);

  const Problem* problem;
  std::vector<int> column;                     ///< the problem's number of each
  std::vector<std::vector<int>> of_candidate;  ///< by candidate; empty when it has none
  std::size_t size = 0;
  Eigen::MatrixXd cross;           ///< size×d
  Eigen::VectorXd scale;           ///< size
  Eigen::VectorXd root_variance;   ///< size: √G_jj
  Eigen::MatrixXd target_inverse;  ///< d×d: L⁻¹ with LLᵀ = Σ(ŷ|u)

  /// Candidates with a usable column.
  [[nodiscard]] std::vector<int> candidates() const;
};

}  // namespace explainee::search
