#include "explainee/explain/shapes/refined_cut.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace explainee::explain {

double refined_cut(const CutRows& rows, double low, double high) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(rows.values.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return rows.values[a] < rows.values[b]; });
  const double weight = rows.weights.sum();
  const Eigen::RowVectorXd total = rows.weights.transpose() * rows.left;
  Eigen::RowVectorXd below = Eigen::RowVectorXd::Zero(total.size());
  double weight_below = 0;
  double best = low;
  double most = -1;
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    const Eigen::Index row = order[k];
    weight_below += rows.weights[row];
    below += rows.weights[row] * rows.left.row(row);
    const double cut = rows.values[row];
    const bool splits = cut < rows.values[order[k + 1]] && weight_below > 0 && weight_below < weight;
    if (cut < low || cut >= high || !splits) continue;
    // Between the groups: Σ over targets of (S_below − share·S)²/(W·share·(1 − share)).
    const double share = weight_below / weight;
    const double told = (below - share * total).squaredNorm() / (share * (1 - share));
    if (told <= most) continue;
    most = told;
    best = cut;
  }
  return best;
}

}  // namespace explainee::explain
