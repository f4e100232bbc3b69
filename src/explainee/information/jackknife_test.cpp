#include "explainee/information/jackknife.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

constexpr double kStudent4 = 2.7764451051977934;  // scipy.stats.t.ppf(0.975, 4)

TEST(Jackknife, StandardErrorByHand) {
  // mean 3, squares 4 + 1 + 0 + 1 + 4 = 10, times 4/5.
  const std::vector<double> values{1, 2, 3, 4, 5};
  EXPECT_NEAR(jackknife_standard_error(values), std::sqrt(8), 1e-15);
}

TEST(Jackknife, PositiveValuesGetAFactor) {
  const std::vector<double> values{std::exp(1.0), std::exp(2.0), std::exp(3.0), std::exp(4.0), std::exp(5.0)};
  const Interval interval = *jackknife_interval({.full = 7, .delete_one = values});
  EXPECT_NEAR(interval.high / (7 * std::exp(kStudent4 * std::sqrt(8))), 1, 1e-12);
  EXPECT_NEAR(interval.low / (7 * std::exp(-kStudent4 * std::sqrt(8))), 1, 1e-12);
}

TEST(Jackknife, OtherValuesGetASumThatIsNotClamped) {
  const std::vector<double> values{-1, 0, 1, 2, 3};
  const Interval interval = *jackknife_interval({.full = 0.9, .delete_one = values});
  EXPECT_NEAR(interval.low, 0.9 - kStudent4 * std::sqrt(8), 1e-12);
  EXPECT_NEAR(interval.high, 0.9 + kStudent4 * std::sqrt(8), 1e-12);
  EXPECT_LT(interval.low, 0);
}

TEST(Jackknife, LevelIsTheCallers) {
  const std::vector<double> values{0, 1, 2, 3, 4};
  const Interval interval = *jackknife_interval({.full = 2, .delete_one = values}, 0.9);
  EXPECT_NEAR(interval.high, 2 + 2.1318467863266495 * std::sqrt(8), 1e-12);  // scipy.stats.t.ppf(0.95, 4)
}

TEST(Jackknife, NoneWithoutFoldsOrWithInfiniteValues) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> one{1};
  const std::vector<double> fine{1, 2};
  const std::vector<double> infinite{1, kInfinity};
  EXPECT_FALSE(jackknife_interval({.full = 1, .delete_one = {}}).has_value());
  EXPECT_FALSE(jackknife_interval({.full = 1, .delete_one = one}).has_value());
  EXPECT_FALSE(jackknife_interval({.full = 1, .delete_one = infinite}).has_value());
  EXPECT_FALSE(jackknife_interval({.full = kInfinity, .delete_one = fine}).has_value());
  EXPECT_FALSE(difference_covers_zero({1, fine}, {1, infinite}).has_value());
  EXPECT_FALSE(difference_covers_zero({1, fine}, {1, one}).has_value());
}

TEST(JackknifeDifference, IsStudentsTestForMeans) {
  // Of a mean, the jackknife's standard error is the usual one and Student's t exact.
  constexpr int kTables = 4000;
  constexpr int kFolds = 10;
  const std::vector<double> zeros(kFolds);
  base::Random random(4);
  int covered = 0;
  for (int table = 0; table < kTables; ++table) {
    double sum = 0;
    std::vector<double> draws(kFolds);
    for (double& draw : draws) sum += draw = random.normal();
    std::vector<double> delete_one;
    for (const double draw : draws) delete_one.push_back((sum - draw) / (kFolds - 1));
    covered += *difference_covers_zero({sum / kFolds, delete_one}, {0, zeros}) ? 1 : 0;
  }
  EXPECT_NEAR(covered / double{kTables}, 0.95, 0.0104);  // three standard errors
}

TEST(JackknifeDifference, IsPaired) {
  // Each value moves a lot with the folds, their difference hardly.
  const std::vector<double> first{1.0, 2.0, 3.0, 4.0, 5.0};
  const std::vector<double> second{0.9, 1.9, 2.91, 3.9, 4.9};
  EXPECT_EQ(difference_covers_zero({3, first}, {2.9, second}), false);
  EXPECT_EQ(difference_covers_zero({3, first}, {2.99, second}), true);
  EXPECT_EQ(difference_covers_zero({3, first}, {3, first}), true);
}

}  // namespace
}  // namespace explainee::information
