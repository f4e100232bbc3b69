#include "explainee/search/greedy.h"

#include <gtest/gtest.h>

#include "explainee/search/exact.h"
#include "explainee/search/problem/assess.h"
#include "explainee/search/problem/evaluate.h"
#include "explainee/search/testing/brute_force.h"

namespace explainee::search {
namespace {

using brute_force::random_instance;
using brute_force::Shape;

Shape small_shape(base::Random& random) {
  Shape shape;
  shape.columns = 4 + static_cast<int>(random.below(8));
  shape.predictions = 1 + static_cast<int>(random.below(3));
  shape.blocks = random.below(2) == 0;
  shape.bias = random.below(2) == 0;
  shape.duplicates = static_cast<int>(random.below(2));
  return shape;
}

TEST(Greedy, IsNeverBeatenByOneSwapOrAddition) {
  base::Random random(7);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = random_instance(small_shape(random), seed).problem;
    SearchOptions options;
    options.sparsity = std::min(problem.size(), 1 + static_cast<int>(random.below(4)));
    const Solution solution = find_greedy(problem, options);
    ASSERT_LE(static_cast<int>(solution.best.set.size()), options.sparsity);
    EXPECT_FALSE(solution.optimal);
    EXPECT_FALSE(solution.bound_nats.has_value());
    const double reached = evaluate(problem, solution.best.set).objective_nats();
    EXPECT_DOUBLE_EQ(solution.best.value.objective_nats(), reached);
    if (static_cast<int>(solution.best.set.size()) < options.sparsity) continue;
    for (std::size_t out = 0; out < solution.best.set.size(); ++out) {
      for (int in = 0; in < problem.size(); ++in) {
        if (std::count(solution.best.set.begin(), solution.best.set.end(), in) != 0) continue;
        Set swapped = solution.best.set;
        swapped[out] = in;
        const Assessment swap = assess(problem, swapped);
        EXPECT_TRUE(swap.redundant || swap.value.objective_nats() <= reached + 1e-9);
      }
    }
    if (HasFailure()) return;
  }
}

TEST(Greedy, IsMostlyOptimalOnRandomProblems) {
  int optimal = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Problem problem = random_instance({.columns = 10}, seed).problem;
    SearchOptions options;
    options.sparsity = 3;
    optimal += find_greedy(problem, options).best.set == find_exact(problem, options).best.set ? 1 : 0;
  }
  EXPECT_GE(optimal, 85);
}

TEST(Greedy, StopsWhenNothingAdds) {
  Problem problem = random_instance({}, 1).problem;
  problem.cross.setZero();
  const Solution solution = find_greedy(problem, {});
  EXPECT_TRUE(solution.best.set.empty());
  EXPECT_EQ(solution.best.value.objective_nats(), 0);
}

TEST(Greedy, TakesTheLowestOfEqualColumns) {
  Problem problem;
  problem.gram = Eigen::MatrixXd::Identity(6, 6);
  problem.cross = Eigen::MatrixXd::Constant(6, 1, 0.3);
  problem.target = Eigen::MatrixXd::Identity(1, 1);
  problem.column_scale = Eigen::VectorXd::Ones(6);
  problem.target_scale = Eigen::VectorXd::Ones(1);
  for (int j = 0; j < 6; ++j) problem.candidates.push_back({j, 1});
  EXPECT_EQ(find_greedy(problem, {}).best.set, (Set{0, 1, 2}));
}

}  // namespace
}  // namespace explainee::search
