// explainee/information/interval.h: two ends, the way every uncertainty of a value is told.
#pragma once

namespace explainee::information {

/// How often an interval is to cover the truth, unless the caller asks otherwise.
inline constexpr double kLevel = 0.95;

/// Every number from low to high, both included; ends may be infinite.
struct Interval {
  double low = 0;
  double high = 0;

  /// True when the number lies between the ends or on one of them.
  [[nodiscard]] bool covers(double number) const { return low <= number && number <= high; }
};

}  // namespace explainee::information
