// explainee/explain/learnt/implied.h: which candidates follow from what is known, by a threshold, a bend or a
// combination that a small learner finds (information §8). It depends on the columns alone, never on predictions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/shapes/held_rows.h"

namespace explainee::explain {

/// A number follows where the learner predicts so much of its variance in rows that took no part.
inline constexpr double kImpliedShare = 0.98;
/// Zeros and ones, and levels, follow where so few rows are predicted wrongly, as far as so many rows can tell: one and
/// a half standard errors more will do …
inline constexpr double kImpliedWrong = 0.02;
/// … which must be at most this part of the rows that guessing the commonest value misses.
inline constexpr double kImpliedOfGuess = 0.25;

/// A candidate of the held rows that follows, and the known columns that give it away.
struct Implied {
  int candidate = 0;
  std::vector<std::string> by;  ///< one where one is enough, else all that are known
};

/// How much is done.
struct ImpliedRules {
  bool quick = false;  ///< a look at some hundred rows decides; of numbers, bends and products alone
  std::uint64_t seed = 0;
};

/// Which of these candidates follow; none where nothing is known. kInterrupted when stopped.
[[nodiscard]] base::Result<std::vector<Implied>> implied_facts(const HeldRows& held, std::span<const int> candidates,
                                                               const ImpliedRules& rules, const base::Control& control);

}  // namespace explainee::explain
