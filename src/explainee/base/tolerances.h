// explainee/base/tolerances.h: every tolerance, named once (mathematics §5).
#pragma once

namespace explainee::base {

/// A variable is determined by others when its variance given them is at most this share of its own.
inline constexpr double kDetermined = 1e-11;

/// Two sets tie when their residual variances differ by at most this share of the variance given the person.
inline constexpr double kTie = 1e-12;

/// A single column with a larger R² for the prediction is suspected to be the prediction itself.
inline constexpr double kLooksLikeThePrediction = 0.99;

}  // namespace explainee::base
