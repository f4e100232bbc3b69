#include "explainee/family/formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace explainee::family {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double at(const Formula& formula, const std::vector<double>& row) {
  std::vector<std::span<const double>> cells;
  for (const double& value : row) cells.emplace_back(&value, 1);
  double out = 0;
  evaluate(formula, cells, std::span<double>(&out, 1));
  return out;
}

TEST(Formula, MeansAndProducts) {
  EXPECT_EQ(at(Mean{}, {1, 2, 6}), 3);
  EXPECT_EQ(at(CentredProduct{1, 10}, {4, 12}), 6);
  EXPECT_TRUE(std::isnan(at(CentredProduct{1, 10}, {4, kNone})));
}

TEST(Formula, ASplineIsStraightBeyondItsKnots) {
  const std::vector<double> knots = {-2, -1, 0, 1, 3};
  for (int term = 1; term <= 3; ++term) {
    const Formula spline = SplineTerm{knots, term};
    EXPECT_EQ(at(spline, {-5}), 0);
    for (const double x : {3.0, 4.0, 50.0}) {
      EXPECT_NEAR(at(spline, {x}) - 2 * at(spline, {x + 1}) + at(spline, {x + 2}), 0, 1e-9) << term << " at " << x;
    }
    EXPECT_GT(std::abs(at(spline, {0.5}) - 2 * at(spline, {1.0}) + at(spline, {1.5})), 1e-3);
  }
  EXPECT_EQ(at(SplineTerm{knots, 0}, {7}), 7);
}

TEST(Formula, RulesHoldWhenAllConditionsDo) {
  const Formula rule = Rule{{{true, 1}, {false, 5}}};
  EXPECT_EQ(at(rule, {2, 5}), 1);
  EXPECT_EQ(at(rule, {1, 5}), 0);
  EXPECT_EQ(at(rule, {2, 6}), 0);
  EXPECT_TRUE(std::isnan(at(rule, {2, kNone})));
}

TEST(Formula, LikenessIsOneAtThePointAndFalls) {
  const Formula like = Likeness{{1, 2}, {1, 10}, 2};
  EXPECT_EQ(at(like, {1, 2}), 1);
  EXPECT_NEAR(at(like, {3, 2}), std::exp(-0.5), 1e-15);
  EXPECT_NEAR(at(like, {1, 22}), std::exp(-0.5), 1e-15);
}

TEST(Formula, BandsIncludeTheirUpperEnd) {
  const Formula bands = Bands{{1, 3}, {"low", "middle", "high"}};
  const std::vector<double> values = {0, 1, 1.5, 3, 4, kNone};
  const std::vector<std::span<const double>> cells = {values};
  std::vector<std::string_view> words(values.size());
  evaluate(bands, cells, std::span<std::string_view>(words));
  EXPECT_EQ(words, (std::vector<std::string_view>{"low", "low", "middle", "middle", "high", ""}));
}

}  // namespace
}  // namespace explainee::family
