// explainee/base/double_double.h: numbers of about 32 digits as unevaluated sums of two doubles (Dekker 1971), for sums
// over rows whose digits cancel.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace explainee::base {

/// high + low, |low| at most half a unit in the last place of high. Each operation errs by a few 2⁻¹⁰⁴ of its operands.
struct DoubleDouble {
  double high = 0;
  double low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : high(value) {}  // NOLINT: a double is such a number
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}
  [[nodiscard]] constexpr double value() const { return high + low; }
};

/// a + b exactly.
constexpr DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double other = sum - a;
  return {sum, (a - (sum - other)) + (b - other)};
}

/// The first 26 bits of a.
constexpr double leading_half(double a) {
  constexpr std::uint64_t kLeading = ~((std::uint64_t{1} << 27U) - 1);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) & kLeading);
}

/// a·b up to 2⁻¹⁰⁶ of it. Products of halves are exact, so that it does not matter whether the compiler fuses them.
constexpr DoubleDouble exact_product(double a, double b) {
  const double product = a * b;
  const double a1 = leading_half(a);
  const double b1 = leading_half(b);
  const double a2 = a - a1;
  const double b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = exact_sum(a.high, b.high);
  const DoubleDouble low = exact_sum(a.low, b.low);
  const DoubleDouble first = exact_sum(high.high, high.low + low.high);
  return exact_sum(first.high, first.low + low.low);
}

constexpr DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
constexpr DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + (-b); }

constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = exact_product(a.high, b.high);
  return exact_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

constexpr DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a - b * first;
  const double second = rest.high / b.high;
  const DoubleDouble last = rest - b * second;
  return exact_sum(first, second) + last.high / b.high;
}

constexpr DoubleDouble& operator+=(DoubleDouble& a, DoubleDouble b) { return a = a + b; }
constexpr DoubleDouble& operator-=(DoubleDouble& a, DoubleDouble b) { return a = a - b; }

/// For a > 0.
inline DoubleDouble square_root(DoubleDouble a) {
  const double guess = std::sqrt(a.high);
  const DoubleDouble rest = a - exact_product(guess, guess);
  return exact_sum(guess, rest.high / (2 * guess));
}

/// The natural logarithm of a > 0, as a double.
inline double logarithm(DoubleDouble a) { return std::log(a.high) + a.low / a.high; }

constexpr bool operator<(DoubleDouble a, DoubleDouble b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}
constexpr bool operator>(DoubleDouble a, DoubleDouble b) { return b < a; }

}  // namespace explainee::base
