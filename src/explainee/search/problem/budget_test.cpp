#include "explainee/search/problem/budget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "explainee/search/curve.h"
#include "explainee/search/exact.h"
#include "explainee/search/greedy.h"
#include "explainee/search/problem/balance.h"
#include "explainee/search/scan/single_scan.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/sweep_size.h"
#include "explainee/search/testing/tree_alone.h"
#include "explainee/search/tree/tree.h"

namespace explainee::search {
namespace {

using brute_force::grown;
using brute_force::Instance;
using brute_force::kNeverScan;
using brute_force::random_instance;
using brute_force::random_shape;
using brute_force::Shape;

/// Two or three prices, or one for each.
void set_costs(Problem& problem, base::Random& random) {
  const std::uint64_t kinds = random.below(4);
  for (Candidate& candidate : problem.candidates)
    candidate.cost = 1 + static_cast<std::int64_t>(random.below(kinds == 3 ? 10 : kinds + 1));
}

/// A problem with costs and what to ask of it: ties, blocks, singular matrices, several predictions, settled ones.
struct Case {
  Instance instance;
  SearchOptions options;

  Case(base::Random& random, std::uint64_t seed) {
    Shape shape = random_shape(random);
    if (random.below(2) == 0) {
      shape.blocks = random.below(3) != 0;
      shape.predictions = 1 + static_cast<int>(random.below(2));
      shape.rows = std::max(shape.rows, shape.columns + shape.predictions + 3);
      shape.bias = random.below(2) == 0;
    }
    instance = random_instance(shape, seed);
    set_costs(instance.problem, random);
    options.sparsity = random.below(2) == 0 ? instance.problem.size() : 1 + static_cast<int>(random.below(4));
    options.budget = 1 + static_cast<std::int64_t>(random.below(12));
    options.top = random.below(3) == 0 ? 1 + static_cast<int>(random.below(12)) : 1;
  }
};

TEST(Budget, MatchesBruteForceOverAllAffordableSets) {
  brute_force::Comparisons comparisons;
  base::Random random(31);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1500); ++seed) {
    SCOPED_TRACE(seed);
    const Case one(random, 70000 + seed);
    comparisons.expect_right(one.instance, one.options, find_exact(one.instance.problem, one.options));
    if (HasFailure()) return;
  }
  comparisons.expect_enough();
}

TEST(Budget, TheTreeMatchesBruteForceWhateverItScans) {
  brute_force::Comparisons comparisons;
  base::Random random(32);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1500); ++seed) {
    SCOPED_TRACE(seed);
    const Case one(random, 80000 + seed);
    const ScanPolicy policy = seed % 3 == 0 ? ScanPolicy{200, 0, 0} : kNeverScan;
    comparisons.expect_right(one.instance, one.options, grown(one.instance.problem, one.options, policy));
    if (HasFailure()) return;
  }
  comparisons.expect_enough();
}

TEST(Budget, BoundsOfASearchThatStopsEarlyHold) {
  base::Random random(33);
  std::uint64_t bounds = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(300); ++seed) {
    SCOPED_TRACE(seed);
    const Case one(random, 90000 + seed);
    if (brute_force::rank_in_doubt(one.instance, one.options.sparsity)) continue;
    const Problem even = balanced(one.instance.problem);
    SearchOptions options = one.options;
    options.sparsity = std::min(options.sparsity, even.size());
    options.most_nodes = 1;
    BestSets pool(even, 1);
    Tree tree(even, options, pool, kNeverScan);
    tree.explore();
    for (const brute_force::Valued& entry : brute_force::all_sets(one.instance, options.sparsity, options.budget)) {
      const Key key{entry.value.determined, entry.value.objective_nats() - brute_force::rounding(entry)};
      const Key most = std::max(tree.open_bound().value_or(Key{-1, 0}), key_of(pool.best().assessment.value));
      EXPECT_LE(key, (Key{most.determined, most.nats + brute_force::kApart}));
      ++bounds;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(bounds, brute_force::sweep_size(300));
}

TEST(Budget, GreedyStaysWithinIt) {
  base::Random random(34);
  int best = 0;
  int count = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(500); ++seed) {
    SCOPED_TRACE(seed);
    const Case one(random, 100000 + seed);
    const Solution greedy = find_greedy(one.instance.problem, one.options);
    EXPECT_LE(cost_of(one.instance.problem, greedy.best.set), one.options.budget);
    EXPECT_LE(static_cast<int>(greedy.best.set.size()), one.options.sparsity);
    const Solution exact = find_exact(one.instance.problem, one.options);
    EXPECT_LE(cost_of(one.instance.problem, exact.best.set), one.options.budget);
    EXPECT_LE(key_of(greedy.best.value), (Key{exact.best.value.determined, exact.best.value.objective_nats() + 1e-9}));
    best += greedy.best.set == exact.best.set ? 1 : 0;
    ++count;
  }
  EXPECT_GT(best, count / 2);  // it is no random guess
}

TEST(Budget, TheCurveIsOfAffordableSets) {
  brute_force::Comparisons comparisons;
  base::Random random(35);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(100); ++seed) {
    SCOPED_TRACE(seed);
    Case one(random, 110000 + seed);
    one.options.top = 1;
    const std::vector<Solution> points = curve(one.instance.problem, one.options, find_exact);
    for (std::size_t k = 0; k < points.size(); ++k) {
      SearchOptions step = one.options;
      step.sparsity = static_cast<int>(k) + 1;
      comparisons.expect_right(one.instance, step, points[k]);
    }
    if (HasFailure()) return;
  }
  comparisons.expect_enough();
}

TEST(Budget, EqualCostsAreANumberOfFacts) {
  Shape shape;
  shape.columns = 30;
  shape.rows = 100;
  Instance instance = random_instance(shape, 5);
  SearchOptions plain;
  plain.sparsity = 3;
  plain.top = 4;
  const Solution expected = find_exact(instance.problem, plain);
  for (Candidate& candidate : instance.problem.candidates) candidate.cost = 7;
  SearchOptions bought = plain;
  bought.sparsity = 30;
  bought.budget = 27;  // 3 facts and something left
  const Solution found = find_exact(instance.problem, bought);
  EXPECT_EQ(found.best.set, expected.best.set);
  EXPECT_EQ(found.nodes, expected.nodes);  // the very same search
  ASSERT_EQ(found.alternatives.size(), expected.alternatives.size());
  for (std::size_t k = 0; k < found.alternatives.size(); ++k)
    EXPECT_EQ(found.alternatives[k].set, expected.alternatives[k].set);
}

TEST(Budget, NothingIsChosenThatCannotBePaid) {
  Instance instance = random_instance({}, 6);
  for (Candidate& candidate : instance.problem.candidates) candidate.cost = 5;
  SearchOptions options;
  options.budget = 4;
  const Solution solution = find_exact(instance.problem, options);
  EXPECT_TRUE(solution.best.set.empty());
  EXPECT_TRUE(solution.optimal);
  EXPECT_TRUE(find_greedy(instance.problem, options).best.set.empty());
}

TEST(Budget, LimitsAreNarrowedToTheSameSets) {
  base::Random random(36);
  for (int k = 0; k < 2000; ++k) {
    std::vector<std::int64_t> costs(1 + random.below(9));
    for (std::int64_t& cost : costs) cost = 1 + static_cast<std::int64_t>(random.below(k % 2 == 0 ? 3 : 30));
    const Limits limits{1 + static_cast<int>(random.below(9)), 1 + static_cast<std::int64_t>(random.below(40))};
    const Limits narrow = narrowed(costs, limits);
    double sets = 0;
    const auto fits = [](int facts, std::int64_t cost, const Limits& given) {
      return facts <= given.facts && cost <= given.cost;
    };
    for (std::uint32_t bits = 1; bits < (1U << costs.size()); ++bits) {
      std::int64_t cost = 0;
      for (std::size_t c = 0; c < costs.size(); ++c) cost += ((bits >> c) & 1U) != 0 ? costs[c] : 0;
      const int facts = std::popcount(bits);
      EXPECT_EQ(fits(facts, cost, limits), fits(facts, cost, narrow));
      sets += fits(facts, cost, limits) ? 1 : 0;
    }
    const double counted = count_sets(costs, narrow);
    if (k % 2 == 0) {
      EXPECT_EQ(counted, sets);
    }
    EXPECT_GE(counted, sets);
  }
}

TEST(Budget, ThreadsDoNotMatter) {
  Shape shape;
  shape.columns = 24;
  shape.rows = 80;
  base::Random random(37);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Instance instance = random_instance(shape, seed);
    set_costs(instance.problem, random);
    SearchOptions options;
    options.sparsity = 24;
    options.budget = 9;
    options.top = 5;
    const Solution one = find_exact(instance.problem, options);
    options.control.threads = 3;
    const Solution three = find_exact(instance.problem, options);
    EXPECT_EQ(one.best.set, three.best.set);
    EXPECT_EQ(one.nodes, three.nodes);
    EXPECT_EQ(one.bound_nats, three.bound_nats);
  }
}

}  // namespace
}  // namespace explainee::search
