// explainee/search/problem/gram_schmidt.h: conditioning on chosen columns, one Gram-Schmidt level per column (search
// §1).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// What is left of columns and predictions once some candidates are known; O(n) per column and level.
class GramSchmidt {
 public:
  explicit GramSchmidt(const Problem& problem);

  /// Conditions on a candidate, its strongest column first; columns already determined add no level.
  void add(int candidate);
  /// The same state with one of the added candidates forgotten again (for looking at swaps, not for adding to).
  [[nodiscard]] GramSchmidt without(int candidate) const;

  /// Conditional covariance of a candidate's columns.
  [[nodiscard]] Eigen::MatrixXd gram_of(const Candidate& candidate) const;
  [[nodiscard]] const Problem& problem() const { return *problem_; }
  /// Number of levels.
  [[nodiscard]] int rank() const { return rank_; }
  /// Number of candidates added.
  [[nodiscard]] int facts() const { return facts_; }
  /// Smallest share variance/scale at which a column was taken; what rounding is divided by.
  [[nodiscard]] double weakest() const { return weakest_; }
  /// n: variance of each column given the levels.
  [[nodiscard]] const Eigen::VectorXd& variance() const { return variance_; }
  /// n×d: covariance of each column with the predictions given the levels.
  [[nodiscard]] const Eigen::MatrixXd& cross() const { return cross_; }
  /// d×d: covariance of the predictions given the levels.
  [[nodiscard]] const Eigen::MatrixXd& residual() const { return residual_; }
  /// n: the l-th orthonormalised column's covariance with every column.
  [[nodiscard]] auto level(int l) const { return levels_.col(l); }

 private:
  void add_column(int column);

  const Problem* problem_;
  int rank_ = 0;
  int facts_ = 0;
  double weakest_ = 1;
  Eigen::VectorXd variance_;
  Eigen::MatrixXd cross_;
  Eigen::MatrixXd residual_;
  Eigen::MatrixXd levels_;         ///< n×capacity
  Eigen::MatrixXd scores_;         ///< capacity×d
  std::vector<int> level_column_;  ///< the column behind each level
  Eigen::MatrixXd restored_;       ///< n×c: levels added back by without()
};

}  // namespace explainee::search
