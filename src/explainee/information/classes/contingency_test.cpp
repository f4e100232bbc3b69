#include "explainee/information/classes/contingency.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace explainee::information {
namespace {

TEST(Contingency, XorGivenAnotherIsOneBit) {
  Contingency counts(2, 100);
  for (const int z : {0, 1}) {
    for (const int x : {0, 1}) counts.add(std::to_string(z), std::to_string(x), x ^ z, 5);
  }
  EXPECT_NEAR(counts.measure().nats, std::log(2.0), 1e-15);
  EXPECT_NEAR(counts.measure().open_nats, std::log(2.0), 1e-15);
  EXPECT_EQ(counts.measure().degrees, 2);
  EXPECT_EQ(counts.measure().right_before, 0.5);
  EXPECT_EQ(counts.measure().right_after, 1);
  Contingency alone(2, 100);
  for (const int z : {0, 1}) {
    for (const int x : {0, 1}) alone.add("", std::to_string(x), x ^ z, 5);
  }
  EXPECT_NEAR(alone.measure().nats, 0, 1e-15);
}

TEST(Contingency, ChannelThatFlips) {  // case 7: .1 or .3 by z, both equally often
  Contingency counts(2, 100);
  for (const int z : {0, 1}) {
    const double flip = z == 0 ? 0.1 : 0.3;
    for (const int x : {0, 1}) {
      counts.add(std::to_string(z), std::to_string(x), x, 1 - flip);
      counts.add(std::to_string(z), std::to_string(x), 1 - x, flip);
    }
  }
  EXPECT_NEAR(counts.measure().nats, 0.2251735, 1e-7);
  EXPECT_EQ(counts.log_ratio("2", "1", 1), std::nullopt);
  EXPECT_NEAR(counts.log_ratio("0", "1", 1).value(), std::log(0.9 / 0.5), 1e-12);
}

TEST(Contingency, MillerMadow) {  // K_xyz − K_xz − K_yz + K_z = 4 − 2 − 2 + 1
  Contingency counts(2, 100);
  for (int i = 0; i < 50; ++i) {
    for (const int x : {0, 1}) counts.add("", std::to_string(x), i % 5 == 0 ? 1 - x : x, 1);
  }
  const DiscreteInformation found = counts.measure();
  EXPECT_NEAR(found.nats, 0.192745, 1e-6);  // case 10
  EXPECT_NEAR(found.nats - found.corrected_nats, 1.0 / 200, 1e-15);
}

TEST(Contingency, StopsWhenThereAreTooManyCells) {
  Contingency counts(2, 10);
  for (int i = 0; i < 20; ++i) counts.add("", std::to_string(i), 0, 1);
  EXPECT_TRUE(counts.too_many());
}

}  // namespace
}  // namespace explainee::information
