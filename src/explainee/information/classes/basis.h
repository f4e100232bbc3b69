// explainee/information/classes/basis.h: the columns that chances of a class are a function of.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace explainee::information {

/// Uncorrelated columns of unit variance that span what somebody has.
struct Basis {
  std::vector<int> columns;  ///< moment columns that they are made of
  Eigen::VectorXd mean;      ///< of these
  Eigen::MatrixXd weights;   ///< columns × rank

  /// They, for some rows of all moment columns.
  [[nodiscard]] Eigen::MatrixXd of(const Eigen::Ref<const Eigen::MatrixXd>& rows) const {
    return (rows(Eigen::all, columns).rowwise() - mean.transpose()) * weights;
  }
};

}  // namespace explainee::information
