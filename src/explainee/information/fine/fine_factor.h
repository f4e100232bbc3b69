// explainee/information/fine/fine_factor.h: conditioning in 32 digits, one variable after another.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "explainee/base/double_double.h"

namespace explainee::information {

/// Covariances in 32 digits.
using FineMatrix = Eigen::Matrix<base::DoubleDouble, Eigen::Dynamic, Eigen::Dynamic>;

/// Some variables, and what is left of them given those that were taken.
class FineFactor {
 public:
  /// `own`: what a variable has to keep a share of to count as not determined.
  FineFactor(FineMatrix covariance, Eigen::VectorXd own);

  /// Conditions on those of `variables` that keep more than kDetermined of their own, the largest share first; how many
  /// were taken.
  int take(std::span<const int> variables);

  /// Covariance given all that was taken.
  [[nodiscard]] const base::DoubleDouble& left(int i, int j) const { return left_(i, j); }
  /// What these variables have of their own.
  [[nodiscard]] Eigen::VectorXd own(const std::vector<int>& variables) const { return own_(variables); }
  /// The variables taken, in order.
  [[nodiscard]] const std::vector<int>& taken() const { return taken_; }
  /// Variance of the k-th variable taken, given those before it.
  [[nodiscard]] const base::DoubleDouble& pivot(std::size_t k) const { return pivots_[k]; }
  /// Weights of the first `count` variables taken in the regression of `variable` on them.
  [[nodiscard]] std::vector<base::DoubleDouble> weights(int variable, std::size_t count) const;

 private:
  void condition_on(int variable);

  FineMatrix left_;
  Eigen::VectorXd own_;
  std::vector<int> taken_;
  std::vector<base::DoubleDouble> pivots_;
  std::vector<std::vector<base::DoubleDouble>> slopes_;  ///< of every variable on what each pivot added
};

/// log det of a positive definite matrix; −∞ when rounding makes it none.
[[nodiscard]] double log_determinant(FineMatrix matrix);

}  // namespace explainee::information
