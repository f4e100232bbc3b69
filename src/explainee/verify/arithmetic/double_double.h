// explainee/verify/problem/double_double.h: numbers of about 32 digits as unevaluated sums of two doubles (Dekker
// 1971).
#pragma once

#include <cmath>

namespace explainee::verify {

/// More than any operation below errs by, relative to its operands.
inline constexpr double kTiny = 0x1p-100;

/// high + low, |low| at most half a unit in the last place of high. Each operation errs by a few 2⁻¹⁰⁴ of its operands.
struct DoubleDouble {
  double high = 0;
  double low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : high(value) {}  // NOLINT: a double is such a number
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}
  [[nodiscard]] constexpr double value() const { return high + low; }
};

/// a + b exactly, when |a| ≥ |b| or a = 0.
constexpr DoubleDouble quick_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
constexpr DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double other = sum - a;
  return {sum, (a - (sum - other)) + (b - other)};
}

constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = exact_sum(a.high, b.high);
  const DoubleDouble low = exact_sum(a.low, b.low);
  const DoubleDouble first = quick_sum(high.high, high.low + low.high);
  return quick_sum(first.high, first.low + low.low);
}

constexpr DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
constexpr DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + (-b); }

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const double product = a.high * b.high;
  const double error = std::fma(a.high, b.high, -product);
  return quick_sum(product, error + (a.high * b.low + a.low * b.high));
}

inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a - b * first;
  const double second = rest.high / b.high;
  const DoubleDouble rest2 = rest - b * second;
  return quick_sum(first, second) + rest2.high / b.high;
}

inline DoubleDouble& operator+=(DoubleDouble& a, DoubleDouble b) { return a = a + b; }
inline DoubleDouble& operator-=(DoubleDouble& a, DoubleDouble b) { return a = a - b; }

/// For a > 0.
inline DoubleDouble square_root(DoubleDouble a) {
  const double guess = std::sqrt(a.high);
  const DoubleDouble rest = a - DoubleDouble(guess) * guess;
  return quick_sum(guess, rest.high / (2 * guess));
}

constexpr bool operator<(DoubleDouble a, DoubleDouble b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}
constexpr bool operator<=(DoubleDouble a, DoubleDouble b) { return !(b < a); }

}  // namespace explainee::verify
