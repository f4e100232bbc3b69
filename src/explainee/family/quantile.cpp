#include "explainee/family/quantile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace explainee::family {

double quantile(std::span<const double> values, std::span<const double> weights, double share) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double below = 0;
  for (const std::size_t i : order) {
    below += weights[i];
    if (below >= share * total) return values[i];
  }
  return values[order.back()];
}

double rounded_for_people(double value, double spread) {
  if (!(spread > 0) || !std::isfinite(value)) return value;
  const auto digits = static_cast<int>(std::floor(std::log10(spread))) - 1;
  const double step = std::pow(10.0, digits);
  // Through text, so that the number is the one that is read: 27.3, not 27.300000000000001.
  return std::strtod(fmt::format("{:.12g}", std::round(value / step) * step).c_str(), nullptr);
}

}  // namespace explainee::family
