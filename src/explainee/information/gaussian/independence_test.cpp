#include "explainee/information/gaussian/independence.h"

#include <gtest/gtest.h>

#include <limits>

#include "explainee/information/testing/gaussian_rows.h"

namespace explainee::information {
namespace {

TEST(IndependenceTest, ScalarAgreesWithScipy) {
  EXPECT_NEAR(*independence_p_value(0.05, 40, 2, 1), 0.149568619222635, 1e-13);
  EXPECT_NEAR(*independence_p_value(0.01, 441, 3, 1), 0.0325108263028637, 1e-13);
  EXPECT_NEAR(*independence_p_value(1, 441, 3, 1) / 9.35437644046935e-190, 1, 1e-10);
  EXPECT_NEAR(*independence_p_value(1e-8, 1e7, 1, 1), 0.654720870233712, 1e-9);
  EXPECT_NEAR(*independence_p_value(0.3, 4.5, 4, 1), 0.957793332346069, 1e-13);
}

TEST(IndependenceTest, VectorAgreesWithRaosF) {
  EXPECT_NEAR(*independence_p_value(0.1, 60, 3, 3), 0.255956739720604, 1e-13);
  EXPECT_NEAR(*independence_p_value(0.4, 25, 4, 3), 0.160034077152654, 1e-13);
  EXPECT_NEAR(*independence_p_value(0.2, 30, 2, 5), 0.408546888934124, 1e-13);
  // One fact and five predictions are five facts and one prediction with as many error degrees, exactly.
  EXPECT_NEAR(*independence_p_value(0.2, 30, 1, 5), *independence_p_value(0.2, 30, 5, 1), 1e-13);
}

TEST(IndependenceTest, Edges) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(independence_p_value(0.5, 30, 0, 1), 1.0);
  EXPECT_EQ(independence_p_value(0, 30, 2, 1), 1.0);
  EXPECT_EQ(independence_p_value(0, 30, 2, 3), 1.0);
  EXPECT_EQ(independence_p_value(kInfinity, 30, 2, 1), 0.0);
  EXPECT_EQ(independence_p_value(kInfinity, 30, 2, 3), 0.0);
  EXPECT_FALSE(independence_p_value(kInfinity, 2, 2, 1).has_value());
  EXPECT_FALSE(independence_p_value(0.5, 5, 3, 3).has_value());
}

TEST(IndependenceTest, RejectsOneUselessSetInTwenty) {
  constexpr int kTables = 4000;
  for (const GaussianRows& shape :
       {GaussianRows{.rows = 12, .rank = 3}, GaussianRows{.rows = 16, .rank = 4, .predictions = 3}}) {
    base::Random random(2);
    int rejected = 0;
    for (int table = 0; table < kTables; ++table) {
      const double nats = draw_plug_in_nats(shape, random);
      if (*independence_p_value(nats, shape.degrees(), shape.rank, shape.predictions) < 0.05) ++rejected;
    }
    EXPECT_NEAR(rejected / double{kTables}, 0.05, 0.0105);  // three standard errors
  }
}

}  // namespace
}  // namespace explainee::information
