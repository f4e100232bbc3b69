// explainee/verify/problem/regression.h: the predictions regressed on candidates that come and go, one Gram-Schmidt
// step at a time.
#pragma once

#include <vector>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// A stack of candidates, whose columns are taken in the order of the file whatever order they are pushed in.
class Regression {
 public:
  explicit Regression(const CheckedProblem& problem);

  /// Adds a candidate that comes after those on the stack in the file; a column that the earlier ones determine is
  /// passed over.
  void push(std::size_t candidate);
  /// Takes the last candidate off again.
  void pop();
  /// |T|: how many columns were taken.
  [[nodiscard]] std::size_t rank() const { return columns_.size(); }
  /// The variance that one prediction keeps.
  [[nodiscard]] const Ball& residual() const { return residual_.back().front(); }
  /// Directions of the predictions that are settled. Throws NotProven where one is left a variance below −τ of its own:
  /// no table has such moments.
  [[nodiscard]] std::size_t settled() const;
  /// The determinant of what is left of the predictions, where none is settled.
  [[nodiscard]] Ball determinant() const;

 private:
  /// Pivots of the residual covariance in the order of the file, passing over settled ones.
  struct Pivots {
    std::size_t settled = 0;
    Ball product = 1;
  };
  [[nodiscard]] Pivots pivots() const;

  const CheckedProblem* problem_;
  std::vector<std::size_t> columns_;
  std::vector<std::vector<Ball>> lower_;     ///< row k: loadings of the k-th column on the first k+1
  std::vector<std::vector<Ball>> scores_;    ///< row k: of the predictions on the k-th
  std::vector<std::vector<Ball>> residual_;  ///< d×d after each column, the first with none
  std::vector<std::size_t> marks_;           ///< rank before each candidate
};

/// A regression on these candidates, in the order of the file.
[[nodiscard]] Regression regression_on(const CheckedProblem& problem, std::vector<std::size_t> set);

}  // namespace explainee::verify
