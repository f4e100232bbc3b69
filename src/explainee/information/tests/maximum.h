// explainee/information/tests/maximum.h: how large the best of many candidates' statistics gets by chance: the maximum
// of Wald forms against draws of the responses.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <functional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"

namespace explainee::information {

/// A candidate as neighbouring columns; of flipped sums all outputs of its columns lie side by side.
struct ScoreColumns {
  Eigen::Index first = 0;
  Eigen::Index count = 1;
  int degrees = 0;     ///< of its χ²; 0: the rank of its columns, times the outputs
  double penalty = 0;  ///< taken off its −log p; at least 0
};

/// Columns that are made together, and the candidates among them.
struct ScoreBlock {
  Eigen::MatrixXd columns;  ///< rows × columns
  std::vector<ScoreColumns> candidates;
};

/// What the columns are multiplied with, and how chance draws it anew.
struct Responses {
  Eigen::MatrixXd observed;  ///< rows × outputs
  /// Fills rows × outputs, column after column, with draw number `draw` ≥ 0; for several threads at once.
  std::function<void(int draw, float* responses)> draw;
};

/// How the test is made.
struct MaximumOptions {
  int draws = 999;      ///< B
  double level = 0.04;  ///< once p is certain to be larger, no more is drawn
  std::uint64_t seed = 1;
};

/// What the test says.
struct MaximumOutcome {
  double p_value = 1;    ///< (1 + #{max* ≥ max})/(draws + 1)
  int best = -1;         ///< the candidate with the largest statistic, block after block; −1: none varies
  double statistic = 0;  ///< its −log p less its penalty: the maximum
  double own_log_p = 0;  ///< its −log p alone, by χ²
  double wald = 0;       ///< its W
  int degrees = 0;       ///< of its χ²
  int draws = 0;         ///< made: fewer than asked for where p is certain to exceed the level
};

/// Tests the maximum over the candidates of −log P(χ² > W) − penalty, W = ‖QᵀR‖², Q an orthonormal basis of the
/// candidate's columns and R the responses, against their draws. `block(k)` makes the columns, for several threads at
/// once. kInterrupted when stopped.
[[nodiscard]] base::Result<MaximumOutcome> test_maximum(std::size_t blocks,
                                                        const std::function<ScoreBlock(std::size_t)>& block,
                                                        const Responses& responses, const MaximumOptions& options,
                                                        const base::Control& control);

}  // namespace explainee::information
