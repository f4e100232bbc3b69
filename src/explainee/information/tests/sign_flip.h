// explainee/information/tests/sign_flip.h: does the best of many candidates tell more than chance? A maximum test by
// flipping signs (Wald forms of scores; the null keeps unequal variances, heavy tails and blocks of rows as they are).
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"

namespace explainee::information {

/// A candidate as neighbouring columns of the sums; of several outputs all its columns lie side by side.
struct ScoreColumns {
  Eigen::Index first = 0;
  Eigen::Index count = 1;
  int degrees = 0;     ///< of its χ²; 0: the rank of its columns
  double penalty = 0;  ///< taken off its −log p; at least 0
};

/// How the test is made.
struct SignFlipOptions {
  int draws = 999;      ///< B
  double level = 0.04;  ///< once p is certain to be larger, no more is drawn
  std::uint64_t seed = 1;
};

/// What the test says.
struct SignFlipOutcome {
  double p_value = 1;    ///< (1 + #{max* ≥ max})/(draws + 1)
  int best = -1;         ///< the candidate with the largest statistic; −1: none varies
  double statistic = 0;  ///< its −log p less its penalty: the maximum
  double own_log_p = 0;  ///< its −log p alone, by χ²
  double wald = 0;       ///< its W
  int degrees = 0;       ///< of its χ²
  int draws = 0;         ///< made: fewer than asked for where p is certain to exceed the level
};

/// Tests the maximum over the candidates of −log P(χ² > W) − penalty, W = (Σ_g S_g)ᵀ V⁺ (Σ_g S_g), V = Σ_g S_g S_gᵀ,
/// against random signs of the groups: `sums` is groups × columns, S_gc = Σ over the rows i of group g of w·x̃_ic·r_i
/// with x̃, r the candidate's column and the residual given all that is known and told. kInterrupted when stopped.
[[nodiscard]] base::Result<SignFlipOutcome> test_by_sign_flips(const Eigen::Ref<const Eigen::MatrixXd>& sums,
                                                               std::span<const ScoreColumns> candidates,
                                                               const SignFlipOptions& options,
                                                               const base::Control& control);

/// The signs (1 or −1) of draw number `draw` ≥ 0, one a group.
void draw_signs(std::uint64_t seed, int draw, std::span<float> signs);

}  // namespace explainee::information
