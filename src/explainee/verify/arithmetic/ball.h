// explainee/verify/arithmetic/ball.h: numbers with a radius that holds all rounding (docs/certificate.md §7).
#pragma once

#include <cmath>
#include <limits>

#include "explainee/verify/arithmetic/double_double.h"

namespace explainee::verify {

/// `r` is a sum of products of numbers ≥ 0, computed with at most 2⁴ roundings: no less than its exact value, also
/// where products vanished.
inline double round_up(double r) { return r * (1 + 0x1p-48) + 0x1p-1000; }

/// All numbers within `radius` of `middle`. An operation on balls gives a ball that holds the exact result for all
/// numbers of its operands: sums and products of double-doubles err by at most 3u² and 7u² of themselves, u = 2⁻⁵³
/// (Joldes, Muller, Popescu 2017, algorithms 6 and 10), which kTiny exceeds, or by what vanishes below 2⁻¹⁰⁰⁰.
/// Where a result overflows or is not defined, the radius is infinite or NaN, and no comparison holds.
struct Ball {
  DoubleDouble middle;
  double radius = 0;

  constexpr Ball() = default;
  constexpr Ball(double value) : middle(value) {}  // NOLINT: a double is such a number
  constexpr Ball(DoubleDouble m, double r) : middle(m), radius(r) {}

  /// No less than the absolute value of any of its numbers.
  [[nodiscard]] double size() const { return round_up(std::abs(middle.high) + radius); }
  /// No number of the ball is smaller; NaN or −∞ when nothing is known.
  [[nodiscard]] double lower() const {
    const double value = middle.value();
    return value - radius - round_up(std::abs(value) * 0x1p-50 + radius * 0x1p-50);
  }
  /// No number of the ball is larger; NaN or ∞ when nothing is known.
  [[nodiscard]] double upper() const {
    const double value = middle.value();
    return value + radius + round_up(std::abs(value) * 0x1p-50 + radius * 0x1p-50);
  }
};

inline Ball operator-(const Ball& a) { return {-a.middle, a.radius}; }

inline Ball operator+(const Ball& a, const Ball& b) {
  const DoubleDouble sum = a.middle + b.middle;
  return {sum, round_up(a.radius + b.radius + std::abs(sum.high) * kTiny)};
}

inline Ball operator-(const Ball& a, const Ball& b) { return a + (-b); }

inline Ball operator*(const Ball& a, const Ball& b) {
  const DoubleDouble product = a.middle * b.middle;
  const double x = std::abs(a.middle.high);
  const double y = std::abs(b.middle.high);
  return {product, round_up(x * b.radius + y * a.radius + a.radius * b.radius + std::abs(product.high) * kTiny)};
}

/// |a/b − q| = |a − bq|/|b| for any q.
inline Ball operator/(const Ball& a, const Ball& b) {
  const DoubleDouble quotient = a.middle / b.middle;
  const Ball rest = a - b * Ball(quotient, 0);
  const double least = std::abs(b.middle.high) * (1 - 0x1p-48) - b.radius * (1 + 0x1p-48);
  if (!(least > 0)) return {quotient, std::numeric_limits<double>::infinity()};
  return {quotient, round_up(rest.size() / least)};
}

/// |√a − r| = |a − r²|/(√a + r) for any r > 0.
inline Ball square_root(const Ball& a) {
  const DoubleDouble root = square_root(a.middle);
  const Ball rest = a - Ball(root, 0) * Ball(root, 0);
  if (!(a.middle.high * (1 - 0x1p-48) > a.radius)) return {root, std::numeric_limits<double>::infinity()};
  return {root, round_up(rest.size() / (root.high * (1 - 0x1p-48)))};
}

inline Ball& operator+=(Ball& a, const Ball& b) { return a = a + b; }
inline Ball& operator-=(Ball& a, const Ball& b) { return a = a - b; }

/// a·2^exponent: exact, or off by what vanishes.
inline Ball scaled_by(const Ball& a, int exponent) {
  return {{std::ldexp(a.middle.high, exponent), std::ldexp(a.middle.low, exponent)},
          round_up(std::ldexp(a.radius, exponent))};
}

/// The larger of two numbers, or NaN when one of them is none.
inline double larger(double a, double b) { return std::isnan(a) || std::isnan(b) ? std::nan("") : (a < b ? b : a); }

/// The smaller of two numbers, or NaN when one of them is none.
inline double smaller(double a, double b) { return std::isnan(a) || std::isnan(b) ? std::nan("") : (b < a ? b : a); }

/// True when every number of the ball is positive.
inline bool certainly_positive(const Ball& a) {
  return std::isfinite(a.middle.high) && std::isfinite(a.radius) && a.middle.high * (1 - 0x1p-48) > a.radius;
}

/// True when a > b for all their numbers.
inline bool certainly_greater(const Ball& a, const Ball& b) { return certainly_positive(a - b); }

}  // namespace explainee::verify
