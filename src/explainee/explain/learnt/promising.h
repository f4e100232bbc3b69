// explainee/explain/learnt/promising.h: a cheap ranking of columns by what they may have to do with what is left of
// the predictions: by bends, spreads and products, not by lines alone.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "explainee/information/learner/binned_columns.h"

namespace explainee::explain {

/// What is ranked by what.
struct RankedBy {
  const information::BinnedColumns& table;
  std::span<const int> columns;   ///< of the table
  std::span<const int> partners;  ///< further ones that products may be made with
  const Eigen::MatrixXd& left;    ///< rows × what is left of each prediction, mean about 0
  bool spreads = true;            ///< also look at its square
};

/// The most promising columns, best first; of equal ones the first.
[[nodiscard]] std::vector<int> promising(const RankedBy& by, std::size_t most);

}  // namespace explainee::explain
