// explainee/view/sentences/thresholds.h: how small a figure must be for sentences to pass over it. None changes an
// answer; those that do are in base/tolerances.h.
#pragma once

namespace explainee::view {

/// Nats below which a fact tells nothing.
inline constexpr double kNegligibleNats = 1e-9;

/// Nats charged for facts of several columns above which the words say so.
inline constexpr double kNoticeableNats = 1e-6;

/// Sums of coefficients that should be 0 or 1 are, but for this.
inline constexpr double kRoundedSum = 1e-9;

/// Share of what was open below which nothing is open any more.
inline constexpr double kNothingLeft = 1e-6;

/// Share of the typical error below which a mean over rows that should vanish does.
inline constexpr double kRoundedMean = 1e-12;

}  // namespace explainee::view
