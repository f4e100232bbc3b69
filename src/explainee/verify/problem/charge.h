// explainee/verify/problem/charge.h: what degrees of freedom beyond one per candidate cost (docs/certificate.md §3).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// charge(a, k) for a problem, each bias computed once.
class Charge {
 public:
  explicit Charge(const CheckedProblem& problem) : problem_(problem) {}

  /// bias(a) − bias(k) for a > k, else 0; none when the rows cannot afford it.
  [[nodiscard]] std::optional<Ball> of(std::size_t degrees, std::size_t facts);

 private:
  [[nodiscard]] const std::optional<Ball>& bias(std::size_t degrees);

  const CheckedProblem& problem_;
  std::vector<std::optional<std::optional<Ball>>> known_;
};

}  // namespace explainee::verify
