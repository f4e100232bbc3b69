// explainee/base/cost.h: what a fact costs its reader, in millionths, so that sums and comparisons are exact.
#pragma once

#include <cmath>
#include <cstdint>

namespace explainee::base {

/// The cost 1.
inline constexpr std::int64_t kCostUnit = 1'000'000;

/// A cost as people write it, rounded to millionths.
[[nodiscard]] inline std::int64_t to_cost_units(double cost) { return std::llround(cost * kCostUnit); }

/// The same as people write it.
[[nodiscard]] inline double from_cost_units(std::int64_t units) {
  return static_cast<double>(units) / static_cast<double>(kCostUnit);
}

}  // namespace explainee::base
