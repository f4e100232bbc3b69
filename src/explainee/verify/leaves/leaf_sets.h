// explainee/verify/leaves/leaf_sets.h: what no set of a leaf may exceed, and whether one does.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/charge.h"
#include "explainee/verify/problem/checked_problem.h"
#include "explainee/verify/problem/regression.h"

namespace explainee::verify {

/// What every allowed set must not exceed.
struct Limit {
  std::size_t settled = 0;  ///< directions
  Ball nats;                ///< the bound and the tolerance, where none is settled
  double residual = 0;      ///< L: plain sets that leave at least this do not exceed it
};

/// What a leaf's sets are shown to leave when nothing is shown.
inline constexpr double kNoBound = -std::numeric_limits<double>::infinity();

/// L of docs/certificate.md §4 for a plain problem, rounded up.
[[nodiscard]] double least_residual(const CheckedProblem& problem, const Ball& nats);

/// True when the list holds the candidate.
[[nodiscard]] bool holds(const std::vector<int>& list, std::size_t candidate);

/// Judges sets by their exact worth. Not for several threads at once.
class Judge {
 public:
  /// All outlive it.
  Judge(const Certificate& certificate, const CheckedProblem& problem, const Limit& limit);

  /// True when it is shown that a set does not exceed the limit, or that it has a redundant candidate, so that nothing
  /// is claimed about it. `facts` is the regression on it.
  [[nodiscard]] bool within(const std::vector<std::size_t>& set, const Regression& facts);
  [[nodiscard]] bool within(const std::vector<std::size_t>& set);

 private:
  /// What the determinant of the residuals must not fall below, none when the rows cannot afford the set.
  [[nodiscard]] const std::optional<Ball>& least_determinant(std::size_t degrees, std::size_t count);

  const Certificate& certificate_;
  const CheckedProblem& problem_;
  const Limit& limit_;
  Charge charge_;
  Ball start_;
  std::map<std::pair<std::size_t, std::size_t>, std::optional<Ball>> least_;
};

/// Whether one of the candidates is redundant: without it there are as many columns, and no more than the tolerance is
/// lost.
enum class Redundancy { kShown, kRefuted, kOpen };

[[nodiscard]] Redundancy redundancy_of(const CheckedProblem& problem, const std::vector<std::size_t>& set);

}  // namespace explainee::verify
