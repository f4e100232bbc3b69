#include "explainee/information/jackknife.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

TEST(Jackknife, StandardErrorByHand) {
  // mean 3, squares 4 + 1 + 0 + 1 + 4 = 10, times 4/5.
  const std::vector<double> values{1, 2, 3, 4, 5};
  EXPECT_NEAR(jackknife_standard_error(values), std::sqrt(8), 1e-15);
}

TEST(JackknifeDifference, NoneWithoutFoldsOrWithInfiniteValues) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> one{1};
  const std::vector<double> fine{1, 2};
  const std::vector<double> infinite{1, kInfinity};
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
