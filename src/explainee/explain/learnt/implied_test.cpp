#include "explainee/explain/learnt/implied.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/explain/testing/held_columns.h"

namespace explainee::explain::implied_test {
namespace {

using Values = std::vector<double>;

Values drawn(std::uint64_t seed, std::size_t rows = 1500) {
  base::Random random(seed);
  Values values(rows);
  for (double& value : values) value = random.normal();
  return values;
}

Values made(const Values& a, const Values& b, const std::function<double(double, double)>& of) {
  Values values(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) values[i] = of(a[i], b[i]);
  return values;
}

/// Of one candidate beside two known columns of numbers.
std::vector<Implied> looked_at(const Values& a, const Values& b, HeldSource candidate) {
  const HeldRows held =
      testing::held_columns({{"age", a, 0, true}, {"income", b, 0, true}, std::move(candidate)}, {drawn(99, a.size())});
  const std::vector<int> all{0};
  return implied_facts(held, all, {}, {}).value();
}

TEST(Implied, AThresholdIsKnownToWhoKnowsTheColumn) {
  const Values age = drawn(1);
  const auto implied =
      looked_at(age, drawn(2), {"retired", made(age, age, [](double x, double) { return x > 1.1 ? 1.0 : 0.0; })});
  ASSERT_EQ(implied.size(), 1U);
  EXPECT_EQ(implied.front().candidate, 0);
  EXPECT_EQ(implied.front().by, std::vector<std::string>{"age"});
}

/// A slanting line between two groups is no threshold of either column.
TEST(Implied, WhichOfTwoIsLargerIsKnownToWhoKnowsBoth) {
  const Values a = drawn(11);
  const Values b = drawn(12);
  const HeldSource larger{"larger", made(a, b, [](double x, double y) { return x > y + 0.3 ? 1.0 : 0.0; })};
  const auto implied = looked_at(a, b, larger);
  ASSERT_EQ(implied.size(), 1U);
  EXPECT_EQ(implied.front().by, (std::vector<std::string>{"age", "income"}));
  const Values circle = made(a, b, [](double x, double y) { return x * x + y * y < 1 ? 1.0 : 0.0; });
  EXPECT_EQ(looked_at(a, b, {"near", circle}).size(), 1U);
}

TEST(Implied, DistancesAndTheLargerOfTwoAreKnownToWhoKnowsBoth) {
  for (const std::size_t rows : {200U, 1500U}) {
    const Values a = drawn(21, rows);
    const Values b = drawn(22, rows);
    const auto known = [&](const std::function<double(double, double)>& of) {
      return looked_at(a, b, {"made", made(a, b, of)}).size();
    };
    EXPECT_EQ(known([](double x, double y) { return std::abs(x - y); }), 1U) << rows;
    EXPECT_EQ(known([](double x, double y) { return std::max(x, y); }), 1U) << rows;
    EXPECT_EQ(known([](double x, double y) { return std::hypot(x, y); }), 1U) << rows;
    EXPECT_EQ(known([](double x, double y) { return x * x + y * y > 2 ? 1.0 : 0.0; }), 1U) << rows;
  }
  const Values a = drawn(23);
  const Values noisy = made(a, drawn(24), [](double x, double y) { return std::abs(x) + 0.2 * y; });
  EXPECT_TRUE(looked_at(a, drawn(25), {"noisy", noisy}).empty());
}

TEST(Implied, AQuickLookKnowsThresholdsToo) {
  const Values age = drawn(1);
  const auto quickly = [&](const Values& column) {
    const HeldRows held = testing::held_columns({{"age", age, 0, true}, {"fact", column}}, {drawn(99, age.size())});
    return implied_facts(held, std::vector<int>{0}, {.quick = true}, {}).value().size();
  };
  EXPECT_EQ(quickly(made(age, age, [](double x, double) { return x > 1.1 ? 1.0 : 0.0; })), 1U);
  EXPECT_EQ(quickly(made(age, age, [](double x, double) { return std::abs(x); })), 1U);
  EXPECT_EQ(quickly(made(age, drawn(5), [](double x, double y) { return x + y > 0.5 ? 1.0 : 0.0; })), 0U);
}

TEST(Implied, BendsProductsAndLevelsOfWhatIsKnownAreKnown) {
  const Values a = drawn(3);
  const Values b = drawn(4);
  EXPECT_EQ(looked_at(a, b, {"bend", made(a, b, [](double x, double) { return std::exp(0.5 * x); })}).size(), 1U);
  EXPECT_EQ(looked_at(a, b, {"product", made(a, b, [](double x, double y) { return x * y; })}).size(), 1U);
  const auto levels =
      looked_at(a, b, {"third", made(a, b, [](double x, double) { return x < -0.5  ? 2.0
                                                                         : x < 0.5 ? 0.0
                                                                                   : 1.0; }), 3});
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_EQ(levels.front().by, std::vector<std::string>{"age"});
}

TEST(Implied, ByAllWhereNoneIsEnough) {
  const Values a = drawn(5);
  const Values b = drawn(6);
  const auto implied = looked_at(a, b, {"sum", made(a, b, [](double x, double y) { return x + y; })});
  ASSERT_EQ(implied.size(), 1U);
  EXPECT_EQ(implied.front().by, (std::vector<std::string>{"age", "income"}));
}

TEST(Implied, WhatIsOnlyLikelyIsNews) {
  const Values a = drawn(7);
  const Values b = drawn(8);
  const Values other = drawn(9);
  EXPECT_TRUE(looked_at(a, b, {"own", other}).empty());
  // R² = 1/1.04 < .98
  EXPECT_TRUE(looked_at(a, b, {"near", made(a, other, [](double x, double y) { return x + 0.2 * y; })}).empty());
  // Every twentieth is another one.
  EXPECT_TRUE(
      looked_at(
          a, b,
          {"mostly", made(a, other, [](double x, double y) { return (x > 0) != (std::abs(y) > 1.96) ? 1.0 : 0.0; })})
          .empty());
}

TEST(Implied, ARareClassIsNotKnownByGuessing) {
  const Values a = drawn(10);
  const Values rare = made(drawn(11), a, [](double x, double) { return x > 2.33 ? 1.0 : 0.0; });
  EXPECT_TRUE(looked_at(a, drawn(12), {"rare", rare}).empty());
}

TEST(Implied, NobodyKnowsNothing) {
  const HeldRows held = testing::held_columns({{"x", drawn(13)}}, {drawn(14)});
  const std::vector<int> all{0};
  EXPECT_TRUE(implied_facts(held, all, {}, {}).value().empty());
}

TEST(Implied, StopsWhenAsked) {
  const Values a = drawn(15);
  const HeldRows held = testing::held_columns({{"a", a, 0, true}, {"b", a}}, {drawn(16)});
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const std::vector<int> all{0};
  const auto implied = implied_facts(held, all, {}, control);
  ASSERT_FALSE(implied.ok());
  EXPECT_EQ(implied.error().code, base::ErrorCode::kInterrupted);
}

TEST(Implied, ALogarithmOfThreeKnownColumnsIsKnownToWhoHasThem) {
  base::Random random(12);
  std::vector<Values> panel(3, Values(442));  // total cholesterol, LDL, HDL: what is left are the triglycerides
  Values logarithm(442);
  for (std::size_t i = 0; i < 442; ++i) {
    panel[1][i] = 115 + 30 * random.normal();
    panel[2][i] = 50 + 13 * random.normal();
    const double left = std::exp(3.1 + 0.4 * random.normal());
    panel[0][i] = panel[1][i] + panel[2][i] + left;
    logarithm[i] = std::log(5 * left);
  }
  const HeldRows held = testing::held_columns(
      {{"total", panel[0], 0, true}, {"ldl", panel[1], 0, true}, {"hdl", panel[2], 0, true}, {"log", logarithm}},
      {drawn(99, 442)});
  EXPECT_EQ(implied_facts(held, std::vector<int>{0}, {}, {}).value().size(), 1U);
}

}  // namespace
}  // namespace explainee::explain::implied_test
