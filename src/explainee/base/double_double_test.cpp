#include "explainee/base/double_double.h"

#include <gtest/gtest.h>

#include <random>

namespace explainee::base {
namespace {

__extension__ typedef __int128 Wide;  // NOLINT: only a typedef takes the extension

/// |a − b| as a share of b, where b is exact in 64 bits of mantissa.
double off(DoubleDouble a, long double b) {
  return static_cast<double>(std::abs((static_cast<long double>(a.high) - b) + static_cast<long double>(a.low)) /
                             std::abs(b));
}

TEST(DoubleDouble, ExactSumsAndProductsLoseNothing) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number(-3, 3);
  for (int i = 0; i < 10000; ++i) {
    // Integers of 53 bits: their product is exact in 128.
    const auto n = static_cast<std::int64_t>(std::ldexp(number(random), 51));
    const auto m = static_cast<std::int64_t>(std::ldexp(number(random), 51));
    const Wide product = static_cast<Wide>(n) * m;
    const DoubleDouble ours = exact_product(static_cast<double>(n), static_cast<double>(m));
    const Wide left = product - static_cast<Wide>(ours.high) - static_cast<Wide>(ours.low);
    EXPECT_LE(std::abs(static_cast<double>(left)), 1.0);  // 2⁻¹⁰⁴ of it
    const DoubleDouble sum = exact_sum(static_cast<double>(n), static_cast<double>(m / 1024));
    const Wide exact = static_cast<Wide>(n) + m / 1024;
    EXPECT_TRUE(static_cast<Wide>(sum.high) + static_cast<Wide>(sum.low) == exact);
  }
}

TEST(DoubleDouble, ArithmeticIsRightToLongDouble) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> number(0.1, 3);
  for (int i = 0; i < 10000; ++i) {
    const DoubleDouble a = exact_sum(number(random), number(random) * 1e-18);
    const DoubleDouble b = exact_sum(number(random), number(random) * 1e-18);
    const long double x = static_cast<long double>(a.high) + a.low;
    const long double y = static_cast<long double>(b.high) + b.low;
    EXPECT_LT(off(a + b, x + y), 3e-19);
    EXPECT_LT(off(a * b, x * y), 3e-19);
    EXPECT_LT(off(a / b, x / y), 3e-19);
    EXPECT_LT(off(square_root(a), std::sqrt(x)), 3e-19);
    EXPECT_LT(std::abs((square_root(a) * square_root(a) - a).value()), 1e-30);
    EXPECT_LT(std::abs((a / b * b - a).value()), 1e-30);
    EXPECT_NEAR(logarithm(a), static_cast<double>(std::log(x)), 1e-15);
  }
}

TEST(DoubleDouble, KeepsWhatADoubleLoses) {
  const DoubleDouble sum = DoubleDouble(1) + 1e-25;
  EXPECT_EQ((sum - 1).value(), 1e-25);
  EXPECT_LT(DoubleDouble(1), sum);
  EXPECT_GT(sum, DoubleDouble(1));
}

}  // namespace
}  // namespace explainee::base
