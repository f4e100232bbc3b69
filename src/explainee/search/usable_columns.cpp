#include "explainee/search/usable_columns.h"

#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::search {
namespace {

constexpr std::size_t kPoll = 256;  ///< rows between two looks at the clock

}  // namespace

UsableColumns::UsableColumns(const Problem& balanced, const base::Control& control) : problem(&balanced) {
  const auto d = static_cast<Eigen::Index>(balanced.predictions());
  of_candidate.resize(balanced.candidates.size());
  for (std::size_t c = 0; c < balanced.candidates.size(); ++c) {
    const Candidate& candidate = balanced.candidates[c];
    for (int j = candidate.first; j < candidate.first + candidate.count; ++j) {
      if (!(balanced.gram(j, j) > base::kDetermined * balanced.column_scale[j])) continue;
      of_candidate[c].push_back(static_cast<int>(column.size()));
      column.push_back(j);
    }
  }
  size = column.size();
  stride = padded(size);
  gram.resize(size * stride);
  for (std::size_t i = 0; i < size && complete; ++i) {
    complete = i % kPoll != kPoll - 1 || !control.should_stop();
    const double* from = balanced.gram.col(column[i]).data();
    for (std::size_t j = 0; j < size; ++j) gram[i * stride + j] = from[column[j]];
  }
  cross = balanced.cross(column, Eigen::all);
  scale = balanced.column_scale(column);
  root_variance.resize(static_cast<Eigen::Index>(size));
  for (std::size_t i = 0; i < size; ++i) {
    root_variance[static_cast<Eigen::Index>(i)] = std::sqrt(balanced.gram(column[i], column[i]));
  }
  target_inverse = Eigen::MatrixXd::Identity(d, d);
  const Eigen::LLT<Eigen::MatrixXd> factor(balanced.target);
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
