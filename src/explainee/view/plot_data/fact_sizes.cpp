#include "explainee/view/plot_data/fact_sizes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/view/row/row_view.h"

namespace explainee::view {

FactSizes fact_sizes(const Eigen::Ref<const RowMajor>& contributions,
                     const Eigen::Ref<const Eigen::VectorXd>& remainder, std::size_t most) {
  FactSizes result;
  const auto rows = static_cast<double>(contributions.rows());
  for (Eigen::Index fact = 0; fact < contributions.cols(); ++fact)
    result.sizes.push_back(contributions.col(fact).cwiseAbs().sum() / rows);
  const std::vector<std::size_t> order = largest_first(result.sizes);
  const auto cut = order.begin() + static_cast<std::ptrdiff_t>(std::min(most, order.size()));
  result.shown.assign(order.begin(), cut);
  result.others.assign(cut, order.end());
  Eigen::VectorXd others = Eigen::VectorXd::Zero(contributions.rows());
  for (const std::size_t fact : result.others) others += contributions.col(static_cast<Eigen::Index>(fact));
  result.together = others.cwiseAbs().sum() / rows;
  double known = 0;
  double sum = 0;
  for (const double rest : remainder) {
    if (std::isnan(rest)) continue;
    sum += std::abs(rest);
    ++known;
  }
  result.rest = known > 0 ? sum / known : std::numeric_limits<double>::quiet_NaN();
  return result;
}

}  // namespace explainee::view
