#include "explainee/search/curve.h"

#include <gtest/gtest.h>

#include "explainee/search/exact.h"
#include "explainee/search/greedy.h"
#include "explainee/search/testing/brute_force.h"

namespace explainee::search {
namespace {

TEST(Curve, HoldsTheBestSetOfEverySize) {
  const brute_force::Instance instance = brute_force::random_instance({.columns = 9}, 11);
  SearchOptions options;
  options.sparsity = 4;
  const std::vector<Solution> points = curve(instance.problem, options, &find_exact);
  ASSERT_EQ(points.size(), 4U);
  for (int k = 1; k <= 4; ++k) {
    const Solution& point = points[static_cast<std::size_t>(k - 1)];
    EXPECT_EQ(point.best.set, brute_force::ranked(instance, k, kAnyCost).front().set);
    EXPECT_TRUE(point.optimal);
  }
}

TEST(Curve, WorksWithTheGreedySearch) {
  const Problem problem = brute_force::random_instance({.columns = 9}, 12).problem;
  SearchOptions options;
  options.sparsity = 3;
  const std::vector<Solution> points = curve(problem, options, &find_greedy);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_LT(points[0].best.value.nats, points[2].best.value.nats);
}

}  // namespace
}  // namespace explainee::search
