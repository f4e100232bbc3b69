// explainee/search/algebra/round_up.h: factors that keep a computed bound above the true one.
#pragma once

namespace explainee::search {

inline constexpr double kRoundUp =
    1 + 1e-13;  ///< covers the rounding of a short formula or sum of non-negative numbers
inline constexpr double kRoundUpLong = 1 + 1e-12;  ///< covers that of a sum over all columns

inline constexpr double square(double x) { return x * x; }

}  // namespace explainee::search
