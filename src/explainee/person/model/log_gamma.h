// explainee/person/model/log_gamma.h: log Γ, for any number of threads.
#pragma once

#include <cmath>

namespace explainee::person {

/// log |Γ(x)|. std::lgamma gives the same digits but writes the sign of Γ to a global, which threads would share.
[[nodiscard]] inline double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

}  // namespace explainee::person
