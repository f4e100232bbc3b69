// explainee/verify/problem/evened_problem.h: the live candidates of a plain problem, each with a variance between ½ and
// 2, as double-doubles with one radius for all.
#pragma once

#include <Eigen/Dense>
#include <map>
#include <vector>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// A symmetric matrix in double-double.
class Matrix {
 public:
  Matrix() = default;
  explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] DoubleDouble& operator()(std::size_t i, std::size_t j) { return cells_[i * size_ + j]; }
  [[nodiscard]] const DoubleDouble& operator()(std::size_t i, std::size_t j) const { return cells_[i * size_ + j]; }

 private:
  std::size_t size_ = 0;
  std::vector<DoubleDouble> cells_;
};

/// For monotone leaves. The true covariances lie within `radius` of the cells.
struct EvenedProblem {
  explicit EvenedProblem(const CheckedProblem& problem);

  const CheckedProblem& whole;
  std::vector<int> place;           ///< by candidate: its position here, −1 when it is void
  Matrix cells;                     ///< covariances C
  std::vector<DoubleDouble> cross;  ///< c, each within `radius` too
  Ball variance;                    ///< of the prediction
  Eigen::MatrixXd rounded;          ///< C in double precision
  double radius = 0;
  double largest = 0;  ///< no cell nor cross is larger

  /// A proven lower bound of the eigenvalues of C on these positions; 0 when none can be shown. Those of a part are no
  /// smaller than those of the whole, so that what was proven of all columns, or of all but one, serves many parts.
  [[nodiscard]] double least_eigenvalue(const std::vector<int>& positions) const;

 private:
  [[nodiscard]] double of_all_but(int left_out) const;

  mutable std::map<int, double> proven_;  ///< by the position left out, −1: none
};

}  // namespace explainee::verify
