// explainee/search/algebra/pivoted_cholesky.h: the factor of a small positive semidefinite matrix, dependent rows left
// out.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace explainee::search {

/// Rows in the order taken, and the lower factor in that order; rows left out follow the taken ones.
struct PivotedCholesky {
  std::vector<int> order;  ///< all rows: the taken ones first
  Eigen::MatrixXd lower;   ///< size×rank: row k belongs to order[k]; order(A) ≈ L Lᵀ on the taken rows
  int rank = 0;            ///< how many were taken
};

/// Takes the row with the largest share pivot/scale first, until no pivot exceeds kDetermined of its scale.
[[nodiscard]] PivotedCholesky pivoted_cholesky(const Eigen::Ref<const Eigen::MatrixXd>& matrix,
                                               const Eigen::Ref<const Eigen::VectorXd>& scale);

}  // namespace explainee::search
