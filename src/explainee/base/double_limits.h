// explainee/base/double_limits.h: the ends of double precision, by short names.
#pragma once

#include <limits>

namespace explainee::base {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace explainee::base
