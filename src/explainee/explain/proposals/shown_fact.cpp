#include "explainee/explain/proposals/shown_fact.h"

#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::explain {

double ShownWith::shown(double value) const {
  if (!(step > 0)) return value;
  const double steps = std::abs(value / step);
  const double whole = std::floor(steps + 0.5 + base::kHalfwaySteps + base::kHalfwayShare * steps);
  return std::copysign(whole * step, value);
}

}  // namespace explainee::explain
