// explainee/search/algebra/growing_cholesky.h: the factor of a Gram matrix's active columns as they come and go.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace explainee::search {

/// L Lᵀ = G_AA for an ordered active set A; adding and removing a column cost O(|A|²).
class GrowingCholesky {
 public:
  explicit GrowingCholesky(const Eigen::MatrixXd& gram) : gram_(&gram) {}

  /// Adds a column; false, and nothing changes, when its variance given the active ones is at most kDetermined of its
  /// own.
  bool add(int column);
  /// Removes the column at this position of active().
  void remove(std::size_t position);

  /// The columns, in the order of the factor.
  [[nodiscard]] const std::vector<int>& active() const { return active_; }
  /// G_AA⁻¹ right.
  [[nodiscard]] Eigen::VectorXd solve(Eigen::VectorXd right) const;

 private:
  const Eigen::MatrixXd* gram_;
  std::vector<int> active_;
  Eigen::MatrixXd lower_;  ///< capacity×capacity, the leading |A|×|A| part is in use
};

}  // namespace explainee::search
