#include "explainee/report/json/json_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace explainee::report::json_values_test {
namespace {

TEST(JsonValues, WhatIsMissingOrNotFiniteIsNull) {
  EXPECT_EQ(number(2.5), 2.5);
  EXPECT_TRUE(number(NAN).is_null());
  EXPECT_TRUE(number(-INFINITY).is_null());
  EXPECT_TRUE(number(std::optional<double>()).is_null());
  EXPECT_TRUE(number(std::optional<double>(INFINITY)).is_null());
  EXPECT_EQ(number(std::optional<double>(-0.5)), -0.5);
}

TEST(JsonValues, OnePredictionIsANumberSeveralAreAList) {
  EXPECT_TRUE(per_prediction({}).is_null());
  EXPECT_EQ(per_prediction({3}), 3.0);
  EXPECT_EQ(per_prediction({1, NAN, 2}), Json::parse("[1.0, null, 2.0]"));
}

TEST(JsonValues, NumbersKeepEveryDigit) {
  const double third = 1.0 / 3;
  const std::string text = document_text({{"a", third}, {"b", std::numeric_limits<double>::denorm_min()}});
  EXPECT_EQ(Json::parse(text)["a"].get<double>(), third);
  EXPECT_EQ(Json::parse(text)["b"].get<double>(), std::numeric_limits<double>::denorm_min());
}

TEST(JsonValues, TextThatIsNoUtf8IsReplacedAndNeverThrown) {
  const std::string text = document_text({{"name", "a\xff\xc3z"}});
  EXPECT_EQ(Json::parse(text)["name"].get<std::string>().front(), 'a');
  EXPECT_EQ(Json::parse(text)["name"].get<std::string>().back(), 'z');
  EXPECT_EQ(text.back(), '\n');
}

}  // namespace
}  // namespace explainee::report::json_values_test
