// explainee/verify/problem/given_facts.h: covariances given the candidates that a leaf holds, in balls; for plain
// problems.
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// Covariances of columns and, last, of the prediction given facts already in; the upper triangle.
struct Given {
  std::vector<std::size_t> names;
  std::vector<Ball> cells;

  [[nodiscard]] std::size_t width() const { return names.size() + 1; }
  /// For i ≤ j.
  [[nodiscard]] const Ball& at(std::size_t i, std::size_t j) const { return cells[i * width() + j]; }
};

/// These columns with nothing in.
[[nodiscard]] Given given_nothing(const CheckedProblem& problem, std::vector<std::size_t> names);

/// The columns from `from` on, given the pivot too, whose variance is certainly positive.
[[nodiscard]] Given condition(const Given& given, std::size_t pivot, std::size_t from);

/// The same columns in fewer.
[[nodiscard]] Given pick(const Given& given, const std::vector<std::size_t>& positions);

/// All live candidates given those of one leaf after the other: what neighbours share is computed once.
class GivenFacts {
 public:
  explicit GivenFacts(const CheckedProblem& problem);

  /// In this order; `in` is orderly.
  [[nodiscard]] const Given& of(const std::vector<int>& in);

 private:
  const CheckedProblem& problem_;
  std::vector<int> in_;
  std::vector<Given> path_;  ///< one more than in_: given the first k of them
};

}  // namespace explainee::verify
