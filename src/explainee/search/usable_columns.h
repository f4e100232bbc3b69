// explainee/search/usable_columns.h: the columns that are not known already, side by side in padded rows.
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/aligned.h"
#include "explainee/search/problem.h"

namespace explainee::search {

/// The part of a balanced problem that the tree works on; columns are renumbered 0…size−1.
struct UsableColumns {
  /// `control` may stop it: then it is not complete and of no use.
  explicit UsableColumns(const Problem& balanced, const base::Control& control = {});

  bool complete = true;
  const Problem* problem;
  std::vector<int> column;                     ///< the problem's number of each
  std::vector<std::vector<int>> of_candidate;  ///< by candidate; empty when it has none
  std::size_t size = 0;
  std::size_t stride = 0;
  AlignedDoubles gram;             ///< size rows of `stride` numbers
  Eigen::MatrixXd cross;           ///< size×d
  Eigen::VectorXd scale;           ///< size
  Eigen::VectorXd root_variance;   ///< size: √G_jj
  Eigen::MatrixXd target_inverse;  ///< d×d: L⁻¹ with LLᵀ = Σ(ŷ|u)

  /// Candidates with a usable column.
  [[nodiscard]] std::vector<int> candidates() const;
};

}  // namespace explainee::search
