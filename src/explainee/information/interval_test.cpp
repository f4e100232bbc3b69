#include "explainee/information/interval.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/information/special_functions.h"

namespace explainee::information::interval_test {
namespace {

constexpr double kStudent19 = 2.0930240544083087;  // scipy.stats.t.ppf(0.975, 19)

InformationSpread numbers(double nats) {
  return {.nats = nats, .corrected_nats = nats - 0.01, .variance = 0.004, .parts = 20, .rows = 200, .degrees = 2};
}

TEST(InformationInterval, EndsAreWhereTheCentreIsAsFarAsItsErrorThere) {
  const InformationSpread spread = numbers(0.4);
  const double scale = 0.004 / (1 - std::exp(-0.8));  // more than 1/200
  const auto error = [&](double nats) { return std::sqrt(scale * (1 - std::exp(-2 * nats)) + scale * scale); };
  const Interval interval = *information_interval(spread);
  const double bias = scale - 1.0 / 200;
  EXPECT_NEAR(0.39 - bias - interval.low, kStudent19 * error(interval.low), 1e-8);
  EXPECT_NEAR(interval.high - 0.39, kStudent19 * error(interval.high), 1e-8);
  EXPECT_GT(interval.high - 0.39, 0.39 - interval.low);  // more is known with less certainty
}

TEST(InformationInterval, GaussianRowsAreTheLeastSpread) {
  InformationSpread spread = numbers(0.4);
  spread.variance = 0;
  const Interval interval = *information_interval(spread);
  const double high = interval.high;
  EXPECT_NEAR(high - 0.39, kStudent19 * std::sqrt((1 - std::exp(-2 * high)) / 200 + 1.0 / 40000), 1e-8);
}

TEST(InformationInterval, OfAClassTheVarianceGoesWithTheInformation) {
  InformationSpread spread = numbers(0.4);
  spread.law = InformationSpread::Law::kChances;
  const double scale = 0.004 / 0.8;
  const Interval interval = *information_interval(spread);
  EXPECT_NEAR(0.39 - interval.low, kStudent19 * std::sqrt(scale * 2 * interval.low + scale * scale), 1e-8);
  EXPECT_NEAR(interval.high, std::pow(std::sqrt(0.4) + kStudent19 * std::sqrt(scale / 2), 2), 1e-8);
}

TEST(InformationInterval, ContainsNothingToldWhereLittleWasFound) {
  InformationSpread spread = numbers(0.015);
  spread.variance = 1e-4;
  const Interval interval = *information_interval(spread);
  EXPECT_EQ(interval.low, 0);
  EXPECT_GT(interval.high, 0.02);
  EXPECT_LT(interval.high, 0.1);
  spread.nats = 0;
  spread.corrected_nats = -0.01;
  EXPECT_EQ(information_interval(spread)->low, 0);
  EXPECT_GT(information_interval(spread)->high, 0);
}

TEST(InformationInterval, NearNothingTheRootVariesEvenly) {
  InformationSpread spread = numbers(0.005);
  spread.variance = 1e-12;  // then the scale is 1/200
  EXPECT_NEAR(information_interval(spread)->high, std::pow(std::sqrt(0.005) + kStudent19 * 0.05, 2), 1e-10);
}

TEST(InformationInterval, StaysWithinWhatIsOpen) {
  InformationSpread spread = numbers(0.4);
  spread.open_nats = 0.5;
  EXPECT_EQ(information_interval(spread)->high, 0.5);
  EXPECT_EQ(information_interval(spread)->low, information_interval(numbers(0.4))->low);
  spread.open_nats = 10;
  EXPECT_NEAR(information_interval(spread)->high, information_interval(numbers(0.4))->high, 1e-8);
  spread.open_nats = 0.2;  // the correction of a small table
  EXPECT_EQ(information_interval(spread)->high, 0.2);
}

TEST(InformationInterval, OfNothingThatCouldTellIsAPoint) {
  InformationSpread spread = numbers(0);
  spread.corrected_nats = spread.variance = 0;
  spread.degrees = 0;
  EXPECT_EQ(information_interval(spread)->low, 0);
  EXPECT_EQ(information_interval(spread)->high, 0);
  spread.law = InformationSpread::Law::kChances;
  spread.degrees = 2;
  EXPECT_EQ(information_interval(spread)->high, 0);
}

TEST(InformationInterval, ChoosingMakesItWider) {
  InformationSpread spread = numbers(0.4);
  const Interval named = *information_interval(spread);
  spread.choice_variance = 0.004;
  const Interval chosen = *information_interval(spread);
  EXPECT_LT(chosen.low, named.low);
  EXPECT_GT(chosen.high, named.high);
}

TEST(InformationInterval, WhoTheReaderMayBeMakesItWiderOnTheScaleOfVariances) {
  InformationSpread spread = numbers(0.4);
  const Interval sure = *information_interval(spread);
  spread.person_nats = Interval{0.4, 0.4};
  EXPECT_NEAR(information_interval(spread)->low, sure.low, 1e-12);
  EXPECT_NEAR(information_interval(spread)->high, sure.high, 1e-12);
  spread.person_nats = Interval{0.2, 0.7};
  const Interval wide = *information_interval(spread);
  const auto share = [](double nats) { return 1 - std::exp(-2 * nats); };
  const double bias = 0.01;
  EXPECT_NEAR(share(0.39) - share(wide.low), std::hypot(share(0.39) - share(sure.low), share(0.39) - share(0.2 - bias)),
              1e-9);
  EXPECT_NEAR(share(wide.high) - share(0.39),
              std::hypot(share(sure.high) - share(0.39), share(0.7 - bias) - share(0.39)), 1e-9);
  spread.person_nats = Interval{0, 20};  // she may know nothing of it, or all but it
  EXPECT_EQ(information_interval(spread)->low, 0);
  EXPECT_GT(information_interval(spread)->high, 10);
  EXPECT_TRUE(std::isfinite(information_interval(spread)->high));
  spread.open_nats = 1.5;
  EXPECT_EQ(information_interval(spread)->high, 1.5);
}

TEST(InformationInterval, NoneWithoutRowsOrFolds) {
  InformationSpread spread = numbers(0.4);
  spread.rows = 49.9;
  EXPECT_FALSE(information_interval(spread).has_value());
  spread = numbers(0.4);
  spread.parts = 1;
  EXPECT_FALSE(information_interval(spread).has_value());
  spread = numbers(INFINITY);
  EXPECT_FALSE(information_interval(spread).has_value());
  spread = numbers(0.4);
  spread.choice_variance = INFINITY;
  EXPECT_FALSE(information_interval(spread).has_value());
  spread = numbers(0.4);
  spread.variance = NAN;
  EXPECT_FALSE(information_interval(spread).has_value());
}

}  // namespace
}  // namespace explainee::information::interval_test
