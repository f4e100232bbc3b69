#include "explainee/information/gaussian/gaussian_bias.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/information/testing/gaussian_rows.h"

namespace explainee::information {
namespace {

TEST(GaussianBias, AgreesWithDigammasOfScipy) {
  EXPECT_NEAR(gaussian_bias_nats(20, 1, 1), 0.02700735633188578, 1e-16);
  EXPECT_NEAR(gaussian_bias_nats(439, 3, 1), 0.003436433631807567, 1e-15);
  EXPECT_NEAR(gaussian_bias_nats(10, 8, 1), 1.041666666666667, 1e-15);
  EXPECT_NEAR(gaussian_bias_nats(50, 4, 3), 0.1305376848970747, 1e-15);
  EXPECT_NEAR(gaussian_bias_nats(7.5, 2, 2), 0.404040404040404, 1e-15);
}

TEST(GaussianBias, KeepsItsDigitsWithManyRows) {
  EXPECT_NEAR(gaussian_bias_nats(1e7, 3, 1), 1.5000003750001e-07, 1e-20);  // mpmath, 40 digits
}

TEST(GaussianBias, NothingChosenHasNoBias) { EXPECT_EQ(gaussian_bias_nats(20, 0, 2), 0); }

TEST(GaussianBias, IsInfiniteWithTooFewDegrees) {
  EXPECT_TRUE(std::isfinite(gaussian_bias_nats(4.5, 4, 1)));
  EXPECT_TRUE(std::isinf(gaussian_bias_nats(4, 4, 1)));
  EXPECT_TRUE(std::isinf(gaussian_bias_nats(5, 4, 2)));
  EXPECT_TRUE(std::isinf(gaussian_bias_nats(-1, 0, 1)));
}

TEST(GaussianBias, TableIsIncreasingAndConvex) {
  for (const double degrees : {30.0, 1e4, 1e7, 1e9}) {
    const std::vector<double> biases = gaussian_biases_nats(degrees, 28, 2);
    ASSERT_EQ(biases.size(), 29U);
    for (int rank = 0; rank <= 28; ++rank) EXPECT_EQ(biases[rank], gaussian_bias_nats(degrees, rank, 2));
    for (int rank = 1; rank < 28; ++rank) {
      EXPECT_GT(biases[rank], biases[rank - 1]);
      EXPECT_GT(biases[rank + 1] - biases[rank], biases[rank] - biases[rank - 1]) << degrees << ' ' << rank;
    }
  }
}

TEST(GaussianBias, TableEndsInfinite) {
  const std::vector<double> biases = gaussian_biases_nats(3, 5, 1);
  ASSERT_EQ(biases.size(), 6U);
  EXPECT_TRUE(std::isfinite(biases[2]));
  EXPECT_TRUE(std::isinf(biases[3]));
  EXPECT_TRUE(std::isinf(biases[5]));
}

TEST(GaussianBias, IsWhatSimulatedRowsShow) {
  constexpr int kTables = 4000;
  for (const GaussianRows& shape : {GaussianRows{.rows = 20, .rank = 3, .strength = 0.6},
                                    GaussianRows{.rows = 20, .rank = 3, .predictions = 2, .strength = 0.4}}) {
    base::Random random(1);
    double sum = 0;
    double squares = 0;
    for (int table = 0; table < kTables; ++table) {
      const double nats = draw_plug_in_nats(shape, random);
      sum += nats;
      squares += nats * nats;
    }
    const double mean = sum / kTables;
    const double error = std::sqrt((squares / kTables - mean * mean) / kTables);
    const double bias = gaussian_bias_nats(shape.degrees(), shape.rank, shape.predictions);
    EXPECT_GT(bias, 20 * error);  // else the check would be blind
    EXPECT_NEAR(mean - shape.nats(), bias, 3 * error);
  }
}

}  // namespace
}  // namespace explainee::information
