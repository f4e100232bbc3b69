// explainee/verify/problem/regression.h: the predictions regressed on columns that come and go, one Gram-Schmidt step
// at a time.
#pragma once

#include <vector>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// What a set is worth: settled directions count first, then nats less the charge for extra columns.
struct Worth {
  std::size_t settled = 0;
  double nats = 0;
};

/// A stack of candidates.
class Regression {
 public:
  explicit Regression(const CheckedProblem& problem);

  /// Adds a candidate's columns; those that the others determine add nothing (mathematics §5).
  void push(std::size_t candidate);
  /// Takes the last candidate off again.
  void pop();
  /// How many columns count.
  [[nodiscard]] std::size_t rank() const { return columns_.size(); }
  /// Of all candidates on the stack together.
  [[nodiscard]] Worth worth() const;
  /// The variance that one prediction keeps.
  [[nodiscard]] DoubleDouble residual() const { return residual_.back().front(); }

 private:
  const CheckedProblem* problem_;
  std::vector<std::size_t> columns_;
  std::vector<std::vector<DoubleDouble>> lower_;     ///< row k: loadings of the k-th column on the first k+1
  std::vector<std::vector<DoubleDouble>> scores_;    ///< row k: of the predictions on the k-th
  std::vector<std::vector<DoubleDouble>> residual_;  ///< d×d after each column, the first with none
  std::vector<std::size_t> marks_;                   ///< rank before each candidate
};

}  // namespace explainee::verify
