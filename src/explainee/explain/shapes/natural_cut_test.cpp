#include "explainee/explain/shapes/natural_cut.h"

#include <gtest/gtest.h>

namespace explainee::explain {
namespace {

/// One column of which this is 0 in the table.
HeldRows held_at(double zero) {
  HeldRows held;
  held.zero = Eigen::VectorXd::Constant(1, zero);
  return held;
}

TEST(NaturalCut, TheNearestCutMovesToZero) {
  const HeldRows held = held_at(-0.2);
  EXPECT_EQ(through_zero(held, 0, {-1, 0, 1}), (std::vector<double>{-1, -0.2, 1}));
  EXPECT_EQ(through_zero(held_at(-3), 0, {-1, 0, 1}), (std::vector<double>{-1, 0, 1}));
  EXPECT_EQ(through_zero(HeldRows(), 0, {-1, 0, 1}), (std::vector<double>{-1, 0, 1}));
  EXPECT_TRUE(through_zero(held, 0, {}).empty());
}

TEST(NaturalCut, ZeroIsTheMiddleWhereAQuarterLiesOnEitherSide) {
  const std::vector<double> sorted = {-2, -1, -0.1, 0.1, 0.2, 1, 2, 3};
  EXPECT_EQ(natural_middle(held_at(-0.05), 0, sorted), -0.05);
  EXPECT_EQ(natural_middle(held_at(-1.5), 0, sorted), 0.2);
  EXPECT_EQ(natural_middle(HeldRows(), 0, sorted), 0.2);
}

}  // namespace
}  // namespace explainee::explain
