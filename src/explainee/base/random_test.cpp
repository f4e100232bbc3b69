#include "explainee/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace explainee::base {
namespace {

TEST(Random, TheFirstNumbersNeverChange) {
  EXPECT_EQ(mix64(0), 0xe220a8397b1dcdafULL);  // the published first output of SplitMix64 with seed 0
  Random a(7, 1);
  Random b(7, 1);
  Random other(7, 2);
  EXPECT_EQ(a.bits(), b.bits());
  EXPECT_NE(a.bits(), other.bits());
}

TEST(Random, MomentsOfUniformAndNormal) {
  Random random(3);
  constexpr int kDraws = 200000;
  double uniform = 0;
  double square = 0;
  for (int i = 0; i < kDraws; ++i) {
    uniform += random.uniform();
    const double z = random.normal();
    square += z * z;
  }
  EXPECT_NEAR(uniform / kDraws, 0.5, 0.004);
  EXPECT_NEAR(square / kDraws, 1.0, 0.02);
}

TEST(Random, ShuffleIsAPermutationAndBelowStaysBelow) {
  Random random(5);
  std::vector<int> items(50);
  std::iota(items.begin(), items.end(), 0);
  random.shuffle(std::span<int>(items));
  EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
  std::sort(items.begin(), items.end());
  for (int i = 0; i < 50; ++i) EXPECT_EQ(items[static_cast<std::size_t>(i)], i);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(7), 7U);
}

}  // namespace
}  // namespace explainee::base
