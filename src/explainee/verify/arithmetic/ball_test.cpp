#include "explainee/verify/arithmetic/ball.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

using Exact = boost::multiprecision::cpp_rational;

Exact exact(const DoubleDouble& number) { return Exact(number.high) + Exact(number.low); }

/// How far the exact value lies outside; 0 or less when the ball holds it.
Exact outside(const Ball& ball, const Exact& value) {
  const Exact off = abs(value - exact(ball.middle));
  return off - Exact(ball.radius);
}

/// Of any size, now and then with a radius.
Ball any_ball(base::Random& random, int range) {
  const auto exponent = static_cast<int>(random.below(static_cast<std::uint64_t>(2 * range + 1))) - range;
  Ball ball = scaled_by(Ball(random.normal()) + scaled_by(Ball(random.normal()), -60), exponent);
  ball.radius = random.below(2) == 0 ? 0 : std::ldexp(random.uniform(), exponent - static_cast<int>(random.below(90)));
  return ball;
}

/// The ends and the middle.
std::vector<Exact> numbers_of(const Ball& ball) {
  const Exact middle = exact(ball.middle);
  return {middle - Exact(ball.radius), middle, middle + Exact(ball.radius)};
}

TEST(Ball, HoldsTheExactResultOfEveryOperation) {
  base::Random random(1);
  for (int k = 0; k < scaled(2000); ++k) {
    const int range = k % 2 == 0 ? 3 : 300;
    const Ball a = any_ball(random, range);
    const Ball b = any_ball(random, range);
    for (const Exact& x : numbers_of(a)) {
      for (const Exact& y : numbers_of(b)) {
        ASSERT_LE(outside(a + b, x + y), 0);
        ASSERT_LE(outside(a - b, x - y), 0);
        ASSERT_LE(outside(a * b, x * y), 0);
        if (std::isfinite((a / b).radius)) {
          ASSERT_LE(outside(a / b, x / y), 0);
        }
      }
      const Ball root = square_root(a);
      if (std::isfinite(root.radius)) {
        const Exact low = exact(root.middle) - Exact(root.radius);
        const Exact high = exact(root.middle) + Exact(root.radius);
        ASSERT_TRUE((low <= 0 || low * low <= x) && high * high >= x);
      }
      ASSERT_LE(Exact(a.lower()), x);
      ASSERT_GE(Exact(a.upper()), x);
      ASSERT_GE(Exact(a.size()), abs(x));
      ASSERT_TRUE(!certainly_positive(a) || x > 0);
    }
  }
}

TEST(Ball, IsSharp) {
  base::Random random(2);
  for (int k = 0; k < scaled(1000); ++k) {
    const Ball a = 1 + random.uniform();
    const Ball b = 1 + random.uniform();
    for (const Ball& result : {a + b, a * b, a / b, square_root(a)}) {
      ASSERT_LT(result.radius, 1e-28);
      ASSERT_TRUE(certainly_positive(result));
    }
  }
}

TEST(Ball, KnowsNothingOfWhatIsNotDefined) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Ball huge(1e300);
  for (const Ball& ball :
       {Ball(1) / Ball(0), Ball(1) / Ball({DoubleDouble(1), 2}), huge * huge, huge * huge - huge * huge,
        square_root(Ball(-1)), square_root(Ball(0)), Ball(infinity), Ball(none), Ball(1) / Ball(infinity),
        Ball({DoubleDouble(1), infinity}), Ball({DoubleDouble(1), none})}) {
    EXPECT_FALSE(certainly_positive(ball));
    EXPECT_FALSE(certainly_positive(-ball));
    EXPECT_FALSE(certainly_greater(ball, Ball(-1e308)));
    EXPECT_FALSE(ball.lower() > -1e300 && ball.upper() < 1e300);
  }
}

}  // namespace
}  // namespace explainee::verify
