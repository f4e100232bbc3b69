#include "explainee/search/bounds/factored_problem.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/double_limits.h"
#include "explainee/base/tolerances.h"

namespace explainee::search {
namespace {

constexpr double kLeastShare = 1e-3;  ///< of a column's variance that the factors must leave

/// How many of the factors leave enough of every usable column; `left` gets what they leave.
Eigen::Index harmless(const Problem& problem, const Eigen::MatrixXd& factors, const std::vector<char>& usable,
                      Eigen::VectorXd& left) {
  const Eigen::VectorXd variance = problem.gram.diagonal();
  left = variance;
  for (Eigen::Index k = 0; k < factors.cols(); ++k) {
    const Eigen::VectorXd next = left - factors.col(k).cwiseAbs2();
    for (Eigen::Index j = 0; j < next.size(); ++j) {
      if (usable[static_cast<std::size_t>(j)] != 0 && !(next[j] >= kLeastShare * variance[j])) return k;
    }
    left = next;
  }
  return factors.cols();
}

}  // namespace

FactoredProblem factored(const Problem& problem, const Eigen::MatrixXd& factors, const Eigen::VectorXd& scores) {
  const Eigen::Index n = problem.columns();
  std::vector<char> usable(static_cast<std::size_t>(n), 0);
  for (Eigen::Index j = 0; j < n; ++j) {
    usable[static_cast<std::size_t>(j)] =
        problem.gram(j, j) > base::kDetermined * problem.column_scale[j] && problem.gram(j, j) > 0 ? 1 : 0;
  }
  FactoredProblem result;
  result.problem = &problem;
  Eigen::VectorXd left;
  const Eigen::Index count = harmless(problem, factors, usable, left);
  result.unit = Eigen::VectorXd::Zero(n);
  result.stretch = Eigen::VectorXd::Ones(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    if (usable[static_cast<std::size_t>(j)] == 0) continue;
    result.unit[j] = 1 / std::sqrt(left[j]);
    result.stretch[j] = (1 + 1e-12) * std::max(1.0, std::sqrt(problem.gram(j, j)) * result.unit[j]);
  }
  result.most_stretch = n > 0 ? result.stretch.maxCoeff() : 1;
  result.factors = result.unit.asDiagonal() * factors.leftCols(count);
  result.scores = scores.head(count);
  result.cross = problem.cross.col(0).cwiseProduct(result.unit) - result.factors * result.scores;
  result.variance = problem.target(0, 0) - result.scores.squaredNorm();
  // |G_jl| ≤ √(G_jj G_ll) and Σ|w_jk w_lk| ≤ κ_j κ_l; the factor 2 leaves room for a Gram matrix that is itself
  // rounded.
  result.entry_error = 2 * (static_cast<double>(count) + 4) * 2 * base::kEpsilon;
  return result;
}

}  // namespace explainee::search
