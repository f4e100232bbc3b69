#include "explainee/view/numbers/number_text.h"

#include <gtest/gtest.h>

namespace explainee::view {
namespace {

TEST(NumberText, ThreeDigitsForPeople) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(38.04), "38");
  EXPECT_EQ(number_text(4.5678), "4.57");
  EXPECT_EQ(number_text(0.01234), "0.0123");
  EXPECT_EQ(number_text(12345.6), "12,346");
  EXPECT_EQ(number_text(-2.5), "-2.5");
  EXPECT_EQ(number_text(2024), "2024");
  EXPECT_EQ(number_text(-123456), "-123,456");
  EXPECT_EQ(number_text(1234567), "1,234,567");
  EXPECT_EQ(number_text(1.5e-7), "1.50e-07");
  EXPECT_EQ(signed_text(2), "+2");
  EXPECT_EQ(signed_text(-2), "-2");
}

TEST(NumberText, AmountsOfOneScaleShareTheirDecimals) {
  EXPECT_EQ(number_at_scale(4.7812, 59.5), "4.8");
  EXPECT_EQ(signed_at_scale(69.21, 59.5), "+69.2");
  EXPECT_EQ(signed_at_scale(-0.01, 59.5), "0.0");
  EXPECT_EQ(number_at_scale(1234.5, 500), "1234");
  EXPECT_EQ(number_at_scale(-51234.56, 59.5), "-51,234.6");
}

TEST(NumberText, PercentAndLists) {
  EXPECT_EQ(percent_text(0.324), "32 %");
  EXPECT_EQ(percent_text(0.004), "0.4 %");
  EXPECT_EQ(percent_text(0), "0 %");
  EXPECT_EQ(list_text({"a"}), "a");
  EXPECT_EQ(list_text({"a", "b", "c"}), "a, b and c");
}

TEST(NumberText, BarsAndPaddingCountCharactersNotBytes) {
  EXPECT_EQ(bar_text(1, 3), "███");
  EXPECT_EQ(bar_text(0.5, 3), "█▌");
  EXPECT_EQ(bar_text(0, 3), "");
  EXPECT_EQ(text_width("kg/m²"), 5U);
  EXPECT_EQ(pad_right("m²", 4), "m²  ");
  EXPECT_EQ(pad_left("m²", 4), "  m²");
}

}  // namespace
}  // namespace explainee::view
