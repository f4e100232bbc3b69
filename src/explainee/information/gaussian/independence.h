// explainee/information/gaussian/independence.h: could a named set that tells nothing look as informative as this one
// does?
#pragma once

#include <optional>

namespace explainee::information {

/// Probability that Gaussian rows with I(e; ŷ|u) = 0 give at least the plug-in `nats` ≥ 0, for a set named before
/// looking (mathematics §8): exact when d or a is at most 2, else Rao's approximation; 0 for infinite nats; none unless
/// degrees − a − d + 1 > 0.
[[nodiscard]] std::optional<double> independence_p_value(double nats, double degrees, int rank, int predictions);

}  // namespace explainee::information
