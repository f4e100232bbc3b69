#include "explainee/information/special_functions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace explainee::information {
namespace {

TEST(BetaCdf, KnownValues) {
  EXPECT_NEAR(beta_cdf(1, 1, {0.3, 0.7}), 0.3, 1e-15);
  EXPECT_NEAR(beta_cdf(2, 1, {0.3, 0.7}), 0.09, 1e-15);
  EXPECT_NEAR(beta_cdf(0.5, 0.5, {0.75, 0.25}), 2.0 / 3, 1e-15);  // (2/π)·arcsin √x
}

TEST(BetaCdf, UsesTheComplementNearOne) {
  // 1 − (1−x)^q with 1 − x = 1e-20, which a double x could not hold.
  EXPECT_NEAR(beta_cdf(1, 0.1, {1, 1e-20}), 0.99, 1e-15);
}

TEST(NegativeBinomial, IsADistribution) {
  for (const double share : {0.2, 0.9}) {
    double sum = 0;
    for (int k = 0; k < 1000; ++k) sum += negative_binomial_pmf(k, 2.5, {share, 1 - share});
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  EXPECT_NEAR(negative_binomial_pmf(3, 1, {0.2, 0.8}), 0.8 * 0.008, 1e-16);
}

TEST(StudentQuantile, AgreesWithScipy) { EXPECT_NEAR(student_quantile(0.975, 19), 2.0930240544083087, 1e-12); }

TEST(StudentTail, IsTheOtherSideOfTheQuantile) {
  for (const double degrees : {1.0, 4.0, 19.0}) {
    for (const double chance : {1e-9, 0.04, 0.5, 0.8})
      EXPECT_NEAR(student_tail(-student_quantile(chance, degrees), degrees), chance, 1e-9 * chance);
  }
  EXPECT_NEAR(student_tail(1, 1), 0.25, 1e-15);  // Cauchy
}

TEST(LogChiSquaredTail, AgreesWithTheTailAndBeyondIt) {
  for (const double degrees : {1.0, 2.0, 7.0, 60.0, 500.0}) {
    for (double x = 1e-3; x < 1200; x *= 1.3) {
      const double tail = chi_squared_tail(x, degrees);
      if (tail < 1e-280) continue;
      EXPECT_NEAR(log_chi_squared_tail(x, degrees), std::log(tail), 1e-12 * (1 - std::log(tail)));
    }
  }
  EXPECT_EQ(log_chi_squared_tail(0, 3), 0);
  EXPECT_NEAR(log_chi_squared_tail(1e4, 2), -5000, 1e-9);  // e^{−x/2}
  // Mills' ratio: 2·Φ(−100) = √(2/π)·e^{−5000}/100·(1 − 1e-4 + 3e-8 − …)
  EXPECT_NEAR(log_chi_squared_tail(1e4, 1), -5000 + std::log(std::sqrt(2 / M_PI) / 100 * (1 - 1e-4 + 3e-8)), 1e-9);
}

}  // namespace
}  // namespace explainee::information
