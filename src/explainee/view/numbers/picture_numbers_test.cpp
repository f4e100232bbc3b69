#include "explainee/view/numbers/picture_numbers.h"

#include <gtest/gtest.h>

namespace explainee::view {
namespace {

using Values = std::vector<double>;

TEST(PictureNumbers, AllHaveTheDecimalsThatTheLargestStepTakes) {
  const PictureNumbers numbers(Values{27.66, -6.4}, Values{188.6, 205.3});
  EXPECT_EQ(numbers.text(27.66, true), "+27.7");
  EXPECT_EQ(numbers.text(-6.4, true), "−6.4");
  EXPECT_EQ(numbers.text(188.64), "188.6");
  EXPECT_EQ(numbers.text(-0.01, true), "0.0");
  EXPECT_EQ(numbers.text(1234567), "1,234,567.0");
  EXPECT_EQ(numbers.text(-1234), "−1,234.0");
  EXPECT_EQ(numbers.unit(), "");
}

TEST(PictureNumbers, HugeAndTinyOnesAreInPowersOf1000) {
  const PictureNumbers huge(Values{3e9, -1e9}, Values{1e10});
  EXPECT_EQ(huge.text(1e10), "10.00");
  EXPECT_EQ(huge.unit(), " (× 10⁹)");
  const PictureNumbers tiny(Values{3e-9}, Values{1e-8});
  EXPECT_EQ(tiny.text(3e-9, true), "+3.00");
  EXPECT_EQ(tiny.unit(), " (× 10⁻⁹)");
  const PictureNumbers little(Values{3.2}, Values{1e9});  // the steps would be lost
  EXPECT_EQ(little.text(1e9), "1,000,000,000.00");
}

TEST(PictureNumbers, WithoutStepsTheTotalsDecide) {
  EXPECT_EQ(PictureNumbers(Values{0, 0}, Values{5}).text(5), "5.00");
  EXPECT_EQ(PictureNumbers(Values{0}, Values{0}).text(0), "0");
  EXPECT_EQ(PictureNumbers(Values{}, Values{}).text(0), "0");
}

TEST(PictureNumbers, TicksHaveTheDecimalsOfTheirDistance) {
  const PictureNumbers numbers(Values{1}, Values{10});
  EXPECT_EQ(numbers.ticks(Values{-2.5, 0, 2.5}), (std::vector<std::string>{"−2.5", "0.0", "2.5"}));
  EXPECT_EQ(numbers.ticks(Values{0, 20, 40}), (std::vector<std::string>{"0", "20", "40"}));
  EXPECT_EQ(numbers.ticks(Values{0.2, 0.25, 0.3}), (std::vector<std::string>{"0.20", "0.25", "0.30"}));
  EXPECT_EQ(numbers.ticks(Values{7}), (std::vector<std::string>{"7"}));
}

}  // namespace
}  // namespace explainee::view
