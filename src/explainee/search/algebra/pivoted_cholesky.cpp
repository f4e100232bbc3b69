#include "explainee/search/algebra/pivoted_cholesky.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::search {

PivotedCholesky pivoted_cholesky(const Eigen::Ref<const Eigen::MatrixXd>& matrix,
                                 const Eigen::Ref<const Eigen::VectorXd>& scale) {
  const auto size = static_cast<int>(matrix.rows());
  PivotedCholesky result;
  result.order.resize(static_cast<std::size_t>(size));
  std::iota(result.order.begin(), result.order.end(), 0);
  result.lower.setZero(size, size);
  Eigen::VectorXd pivots = matrix.diagonal();
  auto& order = result.order;
  auto& lower = result.lower;
  for (int step = 0; step < size; ++step) {
    int best = -1;
    double best_share = base::kDetermined;
    for (int k = step; k < size; ++k) {
      if (!(scale[order[k]] > 0)) continue;  // a constant: nothing to take
      const double share = pivots[order[k]] / scale[order[k]];
      // Ties go to the lower row, so that the order of the input does not matter beyond its indices.
      if (share > best_share || (share == best_share && best >= 0 && order[k] < order[best])) {
        best = k;
        best_share = share;
      }
    }
    if (best < 0) break;
    std::swap(order[step], order[best]);
    lower.row(step).swap(lower.row(best));
    const double root = std::sqrt(pivots[order[step]]);
    lower(step, step) = root;
    for (int k = step + 1; k < size; ++k) {
      double entry = matrix(order[k], order[step]);
      for (int l = 0; l < step; ++l) entry -= lower(k, l) * lower(step, l);
      lower(k, step) = entry / root;
      pivots[order[k]] -= lower(k, step) * lower(k, step);
    }
    ++result.rank;
  }
  result.lower.conservativeResize(size, result.rank);
  return result;
}

}  // namespace explainee::search
