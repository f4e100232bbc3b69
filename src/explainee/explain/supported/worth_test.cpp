#include "explainee/explain/supported/worth.h"

#include <gtest/gtest.h>

#include <cmath>

namespace explainee::explain::worth_test {
namespace {

/// Three blocks of 2, 1 and 3 rows, in two parts.
Gains gains_of(const Eigen::Vector3d& of_group) {
  Gains gains;
  gains.of_group = of_group;
  gains.group_weight = Eigen::Vector3d(2, 1, 3);
  gains.of_part = {(of_group[0] + of_group[1]) / 3, of_group[2] / 3};
  return gains;
}

TEST(Gains, ErrorIsOfBlocksOrOfPartsWhicheverIsLarger) {
  const Gains gains = gains_of({1, 2, 6});
  EXPECT_DOUBLE_EQ(gains.mean().nats, 1.5);
  const double of_blocks = std::sqrt((4 + 0.25 + 2.25) * 1.5) / 6;
  const double of_parts = 0.5;  // 1 and 2
  EXPECT_DOUBLE_EQ(gains.mean().error, std::max(of_blocks, of_parts));
  Gains parts;
  parts.of_part = {1, 2};
  EXPECT_DOUBLE_EQ(parts.mean().nats, 1.5);
  EXPECT_DOUBLE_EQ(parts.mean().error, of_parts);
}

TEST(Gains, OfTheSameRowsAreComparedRowByRow) {
  const Gains one = gains_of({1, 2, 6});
  const Gains::Mean same = one.beyond(one).mean();
  EXPECT_EQ(same.nats, 0);
  EXPECT_EQ(same.error, 0);  // however much they vary by themselves
  const Gains::Mean more = one.beyond(gains_of({0.8, 1.9, 5.7})).mean();
  EXPECT_NEAR(more.nats, 0.1, 1e-12);
  EXPECT_NEAR(more.error, 0, 1e-12);
}

TEST(AllowFor, PartOfTheDistanceToWhatIsToldOnTheVeryRowsIsDoubt) {
  HeldOut out;
  out.nats = 0.1;
  out.error = 0.03;
  allow_for(0.1, out);
  EXPECT_EQ(out.error, 0.03);
  allow_for(0.2, out);
  EXPECT_NEAR(out.error, std::hypot(0.03, 0.07), 1e-15);
  HeldOut nothing;  // no part told anything, all rows did
  allow_for(0.05, nothing);
  EXPECT_NEAR(nothing.error, 0.035, 1e-15);
  allow_for(-1, nothing);  // less than chance finds is nothing
  EXPECT_NEAR(nothing.error, 0.035, 1e-15);
}

}  // namespace
}  // namespace explainee::explain::worth_test
