// explainee/information/learner/learner_folds.h: rows dealt to folds, rows that hang together in one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explainee/information/learner/learner_task.h"

namespace explainee::information {

/// How rows are dealt: the fold of every row, 0 … count−1 (−1: takes no part), and which rows hang together.
struct LearnerFolds {
  std::span<const int> of_row;
  int count = 0;
  std::span<const int> blocks = {};  ///< a number by row; none: every row by itself
};

/// Deals `rows` to `parts` parts by chance: rows of one block to the same part, every class about evenly. The part of
/// each of `rows`, in their order.
[[nodiscard]] std::vector<int> dealt_parts(std::span<const int> rows, const LearnerTarget& target,
                                           std::span<const int> blocks, int parts, std::uint64_t seed);

}  // namespace explainee::information
