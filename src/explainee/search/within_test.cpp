// All sets within a distance of the best, by every route.
#include <gtest/gtest.h>

#include <algorithm>

#include "explainee/search/exact.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/incumbent_search_alone.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

TEST(Within, ListsEverySetUpToTheDistance) {
  base::Random random(61);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(400); ++seed) {
    SCOPED_TRACE(seed);
    brute_force::Shape shape = brute_force::random_shape(random);
    shape.settled = false;
    const brute_force::Instance instance = brute_force::random_instance(shape, 9000 + seed);
    SearchOptions options;
    options.sparsity = 1 + static_cast<int>(random.below(4));
    options.within_nats = 0.3 * random.uniform();
    const RoutePolicy policy = random.below(2) == 0 ? brute_force::incumbent_search_alone() : RoutePolicy();
    const Solution solution = find_exact_by(instance.problem, options, policy);
    EXPECT_TRUE(solution.optimal);
    std::vector<brute_force::Valued> expected = brute_force::ranked(instance, options.sparsity);
    std::erase_if(expected, [](const auto& entry) { return entry.set.empty(); });
    if (expected.empty() || solution.best.value.determined > 0) continue;
    if (brute_force::rank_in_doubt(instance, options.sparsity)) continue;
    compared += solution.capped ? 0 : 1;
    const double least = expected[0].value.objective_nats() - options.within_nats;
    std::vector<Set> listed{solution.best.set};
    for (const Scored& entry : solution.alternatives) {
      listed.push_back(entry.set);
      EXPECT_GE(entry.value.objective_nats(), least - 1e-6 - brute_force::rounding(expected[0]));
    }
    for (const auto& entry : expected) {
      // What rounding decides is left aside.
      const double margin = 1e-5 + brute_force::rounding(entry);
      if (entry.doubtful || entry.value.objective_nats() < least + margin) continue;
      EXPECT_TRUE(solution.capped || std::find(listed.begin(), listed.end(), entry.set) != listed.end());
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, brute_force::sweep_size(400) / 4);
}

TEST(Within, SaysWhenThereAreMoreThanAreListed) {
  Problem problem;
  const int n = 40;
  problem.gram = Eigen::MatrixXd::Identity(n, n);
  problem.cross = Eigen::VectorXd::LinSpaced(n, 0.1, 0.11);
  problem.target = Eigen::MatrixXd::Identity(1, 1);
  problem.column_scale = Eigen::VectorXd::Ones(n);
  problem.target_scale = Eigen::VectorXd::Ones(1);
  for (int j = 0; j < n; ++j) problem.candidates.push_back({j, 1});
  SearchOptions options;
  options.sparsity = 3;
  options.within_nats = 1;
  const Solution solution = find_exact(problem, options);
  EXPECT_TRUE(solution.optimal);
  EXPECT_TRUE(solution.capped);
  EXPECT_EQ(solution.best.set, (Set{37, 38, 39}));
  EXPECT_EQ(solution.alternatives.size() + 1, BestSets::kMostWithin);
}

}  // namespace
}  // namespace explainee::search
