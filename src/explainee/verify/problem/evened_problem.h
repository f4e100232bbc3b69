// explainee/verify/problem/evened_problem.h: one prediction and the columns that count, scaled by powers of two, which
// rounds nothing.
#pragma once

#include <Eigen/Dense>
#include <map>
#include <vector>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// Every column has a variance between ½ and 2. For plain facts.
struct EvenedProblem {
  explicit EvenedProblem(const CheckedProblem& problem);

  const CheckedProblem& person;
  std::vector<int> place;           ///< by candidate: its position here, −1 when the person has it already
  Matrix cells;                     ///< covariances C
  std::vector<DoubleDouble> cross;  ///< b
  DoubleDouble variance;            ///< q
  Eigen::MatrixXd rounded;          ///< C in double precision

  /// A proven lower bound of the eigenvalues of C on these positions; 0 when none can be shown. Those of a part are no
  /// smaller than those of the whole, so that what was proven of all columns, or of all but one, serves many parts.
  [[nodiscard]] double least_eigenvalue(const std::vector<int>& positions) const;

 private:
  [[nodiscard]] double of_all_but(int left_out) const;

  mutable std::map<int, double> proven_;  ///< by the position left out, −1: none
};

}  // namespace explainee::verify
