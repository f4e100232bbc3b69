#include "explainee/search/problem/addition.h"

#include "explainee/base/tolerances.h"
#include "explainee/search/algebra/pivoted_cholesky.h"
#include "explainee/search/problem/assess.h"

namespace explainee::search {

std::optional<Key> key_with(const Problem& problem, const GramSchmidt& levels, int candidate) {
  const Candidate& block = problem.candidates[static_cast<std::size_t>(candidate)];
  if (block.count == 1) {
    const double variance = levels.variance()[block.first];
    if (!(variance > base::kDetermined * problem.column_scale[block.first])) return std::nullopt;
    const auto cross = levels.cross().row(block.first);
    const Eigen::MatrixXd residual = levels.residual() - cross.transpose() * cross / variance;
    return key_of(value_of(problem, residual, levels.rank() + 1, levels.facts() + 1));
  }
  const PivotedCholesky factor =
      pivoted_cholesky(levels.gram_of(block), problem.column_scale.segment(block.first, block.count));
  if (factor.rank == 0) return std::nullopt;
  Eigen::MatrixXd scores(factor.rank, problem.predictions());
  for (int k = 0; k < factor.rank; ++k) {
    scores.row(k) = levels.cross().row(block.first + factor.order[static_cast<std::size_t>(k)]);
  }
  factor.lower.topRows(factor.rank).triangularView<Eigen::Lower>().solveInPlace(scores);
  const Eigen::MatrixXd residual = levels.residual() - scores.transpose() * scores;
  return key_of(value_of(problem, residual, levels.rank() + factor.rank, levels.facts() + 1));
}

}  // namespace explainee::search
