// explainee/information/gaussian/gaussian_interval.h: which population informations are compatible with a plug-in
// value, if rows are Gaussian.
#pragma once

#include <optional>

#include "explainee/information/interval.h"

namespace explainee::information {

/// Exact equal-tailed interval in nats for I(e; ŷ|u) given its plug-in `nats` ≥ 0 (mathematics §8), degrees = ν − r,
/// rank = a of e given u, 0 < level < 1; an end is 0 when even independence leaves more than that tail; none for
/// several predictions, an infinite value or degrees ≤ a.
[[nodiscard]] std::optional<Interval> gaussian_interval_nats(double nats, double degrees, int rank, int predictions,
                                                             double level = kLevel);

/// P(plug-in ≤ nats) when the population information is `population_nats` ≥ 0; nats finite, 0 < rank < degrees.
[[nodiscard]] double gaussian_plug_in_cdf(double nats, double population_nats, double degrees, int rank);

}  // namespace explainee::information
