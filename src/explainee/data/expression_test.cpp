#include "explainee/data/expression.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/errors/speech.h"

namespace explainee::data {
namespace {

const std::vector<Column> kColumns = {{"x1", ColumnType::kNumber},        {"x2", ColumnType::kNumber},
                                      {"x3", ColumnType::kNumber},        {"bmi", ColumnType::kNumber},
                                      {"body mass", ColumnType::kNumber}, {"city", ColumnType::kText},
                                      {"mean", ColumnType::kNumber}};

/// Value at x1 = 1, x2 = 2, x3 = 6, bmi = 31, body mass = 70, mean = 5.
double at_point(const std::string& text) {
  auto parsed = Expression::parse(text, kColumns);
  if (!parsed.ok()) {
    ADD_FAILURE() << base::text(parsed.error().message, base::command_line());
    return NAN;
  }
  const std::vector<double> row = {1, 2, 6, 31, 70, 0, 5};
  std::vector<std::span<const double>> cells;
  for (const std::size_t source : parsed.value().sources()) cells.emplace_back(&row[source], 1);
  for (const std::size_t source : parsed.value().standardised()) parsed.value().set_scale(source, 0.5, 2.0);
  return parsed.value().evaluate(cells, 1).value()[0];
}

TEST(Expression, ArithmeticAndFunctions) {
  EXPECT_DOUBLE_EQ(at_point("x1 + 2*x2 - x3/3"), 3);
  EXPECT_DOUBLE_EQ(at_point("mean(x1..x3)"), 3);
  EXPECT_DOUBLE_EQ(at_point("sum(x*)"), 9);
  EXPECT_DOUBLE_EQ(at_point("max(x*, bmi) - min(x1,x2)"), 30);
  EXPECT_DOUBLE_EQ(at_point("mean(x1*x2, x3)"), 4);  // a product of columns, not a glob
  EXPECT_DOUBLE_EQ(at_point("round(bmi,10)"), 30);
  EXPECT_DOUBLE_EQ(at_point("round(x3/4)"), 2);
  EXPECT_DOUBLE_EQ(at_point("z(x2) + z(x1)"), 1);
  EXPECT_DOUBLE_EQ(at_point("`body mass` / 2"), 35);
  EXPECT_DOUBLE_EQ(at_point("mean + 1"), 6);  // a column that is called like a function
  EXPECT_DOUBLE_EQ(at_point("1e-1*x1"), 0.1);
}

TEST(Expression, ComparisonsAndLogic) {
  EXPECT_EQ(at_point("bmi > 30"), 1);
  EXPECT_EQ(at_point("bmi > 30 and x1 > 5"), 0);
  EXPECT_EQ(at_point("bmi > 30 or x1 > 5"), 1);
  EXPECT_EQ(at_point("not (bmi > 30)"), 0);
  EXPECT_EQ(at_point("x1 == 1"), 1);
  EXPECT_EQ(at_point("x1 != 1"), 0);
  EXPECT_EQ(at_point("bmi >= 31"), 1);
}

TEST(Expression, NotDeniesTheWholeComparison) {
  EXPECT_EQ(at_point("not bmi > 100"), 1);
  EXPECT_EQ(at_point("!bmi > 100"), 1);
  EXPECT_EQ(at_point("not bmi > 0"), 0);
  EXPECT_EQ(at_point("not not bmi > 0"), 1);
  EXPECT_EQ(at_point("not bmi > 100 and bmi > 0"), 1);
  EXPECT_EQ(at_point("bmi > 0 and not bmi > 0 or bmi > 0"), 1);
  EXPECT_EQ(at_point("(not bmi > 100) + max(not bmi > 0, 0)"), 1);
  EXPECT_EQ(at_point("(bmi > 0) == (bmi > 0)"), 1);
  EXPECT_EQ(at_point("bmi > 0 ? bmi > 100 : bmi > 0"), 0);
}

TEST(Expression, MistakesAreNamed) {
  const auto message = [](const std::string& text) {
    const auto parsed = Expression::parse(text, kColumns);
    return parsed.ok() ? "parsed" : base::text(parsed.error().message, base::command_line());
  };
  EXPECT_NE(message("x1 = 3").find("write =="), std::string::npos);
  EXPECT_NE(message("x9 + 1").find("no column 'x9'"), std::string::npos);
  EXPECT_NE(message("x1..x3 + 1").find("several columns"), std::string::npos);
  EXPECT_NE(message("city + 1").find("holds text"), std::string::npos);
  EXPECT_NE(message("(x1 + 2").find("not closed"), std::string::npos);
  EXPECT_NE(message("x1 + ").find("cannot read"), std::string::npos);
  for (const char* chained : {"0 < x1 < 3", "x1 < 0 == x2 < 5", "1 > x1 != 3"}) {
    EXPECT_NE(message(chained).find("side by side"), std::string::npos) << chained;
  }
  EXPECT_NE(message("x1 x2").find("\"x2\""), std::string::npos) << message("x1 x2");
  EXPECT_NE(message("frobnicate(x1)").find("cannot read"), std::string::npos);
  const std::vector<Column> spaced = {{"mean radius", ColumnType::kNumber}, {"x", ColumnType::kNumber}};
  const auto unquoted = Expression::parse("mean radius > 15", spaced);
  ASSERT_FALSE(unquoted.ok());
  EXPECT_NE(base::text(unquoted.error().message, base::command_line()).find("in back quotes: `mean radius`"),
            std::string::npos);
  const auto unknown = Expression::parse("radius > 15 + `mean radius`", spaced);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(base::text(unknown.error().message, base::command_line()).find("back quotes"), std::string::npos);
}

TEST(Expression, MissingSourcesGiveMissing) {
  const auto parsed = Expression::parse("bmi > 30", kColumns);
  const std::vector<double> cells = {NAN, INFINITY, 40};
  const std::vector<std::span<const double>> sources = {cells};
  const std::vector<double> values = parsed.value().evaluate(sources, 3).value();
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[2], 1);
}

TEST(Expression, AffineOnesAreRecognised) {
  const auto weights = [](const std::string& text) {
    return Expression::parse(text, kColumns).value().affine_weights();
  };
  const std::vector<double> mean = weights("mean(x1..x3) + 2");
  ASSERT_EQ(mean.size(), 4U);
  EXPECT_NEAR(mean[0], 2, 1e-12);
  EXPECT_NEAR(mean[3], 1.0 / 3, 1e-12);
  EXPECT_TRUE(weights("x1*x2").empty());
  EXPECT_TRUE(weights("bmi > 30").empty());
  EXPECT_TRUE(weights("max(x1,x2)").empty());
  EXPECT_TRUE(weights("x1 > 10000").empty());  // no probe comes near the step
  EXPECT_TRUE(weights("abs(x1 + 1e9)").empty());
  EXPECT_TRUE(weights("x1/(1 + x2)").empty());
  EXPECT_EQ(weights("2*(x1 - x2)/4 + sum(x*)").size(), 4U);
}

}  // namespace
}  // namespace explainee::data
