// explainee/view/plot_data/fact_sizes.h: how much each fact contributes on average over many rows.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <vector>

namespace explainee::view {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Facts, largest first.
struct FactSizes {
  std::vector<double> sizes;        ///< mean of |contribution|, of every fact in the order given
  std::vector<std::size_t> shown;   ///< which are shown, largest first
  std::vector<std::size_t> others;  ///< the further ones
  double together = 0;              ///< mean of |the further ones' sum|
  double rest = 0;                  ///< mean of |the remainder| where it is known; NaN where it never is
};

/// `contributions`: rows × facts, all of them known; `remainder`: of the rows, NaN where it is not known; `most`: so
/// many facts are shown.
[[nodiscard]] FactSizes fact_sizes(const Eigen::Ref<const RowMajor>& contributions,
                                   const Eigen::Ref<const Eigen::VectorXd>& remainder, std::size_t most);

}  // namespace explainee::view
