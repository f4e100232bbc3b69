#include "explainee/search/problem/usable_columns.h"

#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::search {

UsableColumns::UsableColumns(const Problem& whole) : problem(&whole) {
  const auto d = static_cast<Eigen::Index>(whole.predictions());
  of_candidate.resize(whole.candidates.size());
  for (std::size_t c = 0; c < whole.candidates.size(); ++c) {
    const Candidate& candidate = whole.candidates[c];
    for (int j = candidate.first; j < candidate.first + candidate.count; ++j) {
      if (!(whole.gram(j, j) > base::kDetermined * whole.column_scale[j])) continue;
      of_candidate[c].push_back(static_cast<int>(column.size()));
      column.push_back(j);
    }
  }
  size = column.size();
  cross = whole.cross(column, Eigen::all);
  scale = whole.column_scale(column);
  root_variance.resize(static_cast<Eigen::Index>(size));
  for (std::size_t i = 0; i < size; ++i) {
    root_variance[static_cast<Eigen::Index>(i)] = std::sqrt(whole.gram(column[i], column[i]));
  }
  target_inverse = Eigen::MatrixXd::Identity(d, d);
  const Eigen::LLT<Eigen::MatrixXd> factor(whole.target);
  factor.matrixL().solveInPlace(target_inverse);
}

std::vector<int> UsableColumns::candidates() const {
  std::vector<int> list;
  for (std::size_t c = 0; c < of_candidate.size(); ++c) {
    if (!of_candidate[c].empty()) list.push_back(static_cast<int>(c));
  }
  return list;
}

}  // namespace explainee::search
