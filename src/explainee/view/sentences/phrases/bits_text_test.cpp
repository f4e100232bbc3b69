#include "explainee/view/sentences/phrases/bits_text.h"

#include <gtest/gtest.h>

#include <numbers>

#include "explainee/view/testing/said.h"

namespace explainee::view::bits_text_test {
namespace {

constexpr double kBit = std::numbers::ln2;

TEST(BitsText, OneIsABitAndAllElseAreBits) {
  EXPECT_EQ(bits_text(kBit), "1 bit");
  EXPECT_EQ(bits_text(0.5 * kBit), "0.5 bits");
  EXPECT_EQ(bits_text(0), "0 bits");
  EXPECT_EQ(bits_text(0.9999 * kBit), "1 bit");  // by what is written
  EXPECT_EQ(bits_text(11 * kBit), "11 bits");
}

TEST(BitsText, InfiniteInformationHasNoNumber) {
  EXPECT_EQ(information_text(3 * kBit, false), "3 bits");
  EXPECT_EQ(information_text(3 * kBit, true).find('3'), std::string::npos);
}

TEST(BitsText, OfAMostBothAreTold) {
  explain::Information information;
  information.nats = 0.5 * kBit;
  EXPECT_EQ(bits_of_text(information), "0.5 bits");
  information.of_nats = 2 * kBit;
  testing::expect_in_order(bits_of_text(information), {"0.5", "2"});
  information.nats = 2 * kBit;
  EXPECT_TRUE(testing::says(bits_of_text(information), "all"));
}

}  // namespace
}  // namespace explainee::view::bits_text_test
