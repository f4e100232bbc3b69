// explainee/information/tests/sign_flip.h: does the best of many candidates tell more than chance? A maximum test by
// flipping signs (Wald forms of scores; the null keeps unequal variances, heavy tails and blocks of rows as they are).
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>

#include "explainee/information/tests/maximum.h"

namespace explainee::information {

/// Tests the maximum over the candidates of −log P(χ² > W) − penalty, W = (Σ_g S_g)ᵀ V⁺ (Σ_g S_g), V = Σ_g S_g S_gᵀ,
/// against random signs of the groups: `sums` is groups × columns, S_gc = Σ over the rows i of group g of w·x̃_ic·r_i
/// with x̃, r the candidate's column and the residual given all that is known and told. kInterrupted when stopped.
[[nodiscard]] base::Result<MaximumOutcome> test_by_sign_flips(const Eigen::Ref<const Eigen::MatrixXd>& sums,
                                                              std::span<const ScoreColumns> candidates,
                                                              const MaximumOptions& options,
                                                              const base::Control& control);

/// Ones, whose draws are random signs: what sums of scores are multiplied with.
[[nodiscard]] Responses flipped_signs(Eigen::Index groups, std::uint64_t seed);

/// The signs (1 or −1) of draw number `draw` ≥ 0, one a group.
void draw_signs(std::uint64_t seed, int draw, std::span<float> signs);

}  // namespace explainee::information
