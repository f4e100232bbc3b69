// explainee/information/tests/normality.h: do rows look Gaussian, so that figures which are exact for Gaussian rows may
// be shown?
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "explainee/information/situation.h"

namespace explainee::information {

/// Skewness and kurtosis of what is known, of the facts, of the predictions and of what both leave of these, each
/// within 3 standard errors of a normal number's.
class NormalityCheck {
 public:
  NormalityCheck(const Situation& situation, std::span<const FactColumns> facts, const moments::Fold& total);

  /// The next rows of a pass; false: enough rows were seen.
  bool add(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights);

  /// Whether the rows seen passed.
  [[nodiscard]] bool passed() const;

 private:
  std::vector<int> used_;    // moment columns
  Eigen::RowVectorXd mean_;  // of these
  Eigen::MatrixXd looked_;   // used columns × what is looked at, each of unit variance
  Eigen::MatrixXd powers_;   // Σw·zᵏ of each, k = 1 … 4
  double weight_ = 0;
  double squares_ = 0;  // Σw²
};

}  // namespace explainee::information
