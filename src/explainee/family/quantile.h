// explainee/family/quantile.h: weighted quantiles of sampled values.
#pragma once

#include <span>

namespace explainee::family {

/// The smallest value v such that values ≤ v hold at least this share of the weight. `values` must not be empty.
[[nodiscard]] double quantile(std::span<const double> values, std::span<const double> weights, double share);

/// A number near `value` with no more digits than people read: a whole multiple of a tenth (or less) of the spread's
/// power of ten.
[[nodiscard]] double rounded_for_people(double value, double spread);

}  // namespace explainee::family
