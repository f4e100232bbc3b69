#include "explainee/verify/arithmetic/elementary.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>

#include "explainee/base/random.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

using Long = boost::multiprecision::cpp_bin_float_100;

Long middle(const Ball& ball) { return Long(ball.middle.high) + Long(ball.middle.low); }

void expect_holds(const Ball& ball, const Long& value, double most) {
  EXPECT_LE(abs(value - middle(ball)), Long(ball.radius));
  EXPECT_LE(ball.radius, most);
}

TEST(Elementary, EncloseExponentialsAndLogarithms) {
  base::Random random(1);
  for (int k = 0; k < scaled(400); ++k) {
    const Ball x = Ball(random.normal() * (k % 2 == 0 ? 1 : 100)) + scaled_by(Ball(random.normal()), -55);
    const Ball power = exponential(x);
    expect_holds(power, exp(middle(x)), 1e-24 * std::abs(power.middle.high));
    const Ball back = logarithm(power);
    EXPECT_LE(abs(middle(back) - middle(x)), Long(back.radius + x.radius));
    const Ball positive = std::exp(random.normal() * 20);
    expect_holds(logarithm(positive), log(middle(positive)), 1e-24 * (1 + std::abs(std::log(positive.middle.high))));
  }
  const Ball wide = exponential(Ball(DoubleDouble(1), 1e-3));
  EXPECT_LE(wide.lower(), std::exp(1 - 1e-3));
  EXPECT_GE(wide.upper(), std::exp(1 + 1e-3));
}

TEST(Elementary, EncloseTheDigammaFunction) {
  base::Random random(2);
  for (int k = 0; k < scaled(200); ++k) {
    const Ball x = std::exp(random.normal() * 3);
    expect_holds(digamma(x), boost::math::digamma(middle(x)), 1e-18 * (1 + 1 / x.middle.high));
  }
}

TEST(Elementary, KnowNothingOutsideTheirRange) {
  for (const Ball& ball : {exponential(Ball(1e4)), exponential(Ball(-1e4)), logarithm(Ball(0)), logarithm(Ball(-1)),
                           logarithm(Ball(DoubleDouble(1), 2)), digamma(Ball(0)), digamma(Ball(-0.5)),
                           exponential(Ball(std::numeric_limits<double>::quiet_NaN()))})
    EXPECT_FALSE(std::isfinite(ball.radius));
}

}  // namespace
}  // namespace explainee::verify
