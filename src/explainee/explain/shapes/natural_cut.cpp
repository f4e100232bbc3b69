#include "explainee/explain/shapes/natural_cut.h"

#include <algorithm>
#include <cmath>

namespace explainee::explain {

std::vector<double> through_zero(const HeldRows& held, int column, std::vector<double> cuts) {
  if (held.zero.size() == 0 || cuts.empty()) return cuts;
  const double zero = held.zero[column];
  if (zero < cuts.front() || zero > cuts.back()) return cuts;
  *std::min_element(cuts.begin(), cuts.end(),
                    [&](double a, double b) { return std::abs(a - zero) < std::abs(b - zero); }) = zero;
  return cuts;
}

double natural_middle(const HeldRows& held, int column, const std::vector<double>& sorted) {
  constexpr double kEitherSide = 0.25;
  const double middle = sorted[sorted.size() / 2];
  if (held.zero.size() == 0) return middle;
  const double zero = held.zero[column];
  const auto below = std::upper_bound(sorted.begin(), sorted.end(), zero) - sorted.begin();
  const double share = static_cast<double>(below) / static_cast<double>(sorted.size());
  return share >= kEitherSide && share <= 1 - kEitherSide ? zero : middle;
}

}  // namespace explainee::explain
