#include "explainee/search/scan/pair_swaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "explainee/search/greedy.h"
#include "explainee/search/problem/balance.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

std::size_t differing(const Set& a, const Set& b) {
  Set only;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only));
  return only.size();
}

TEST(PairSwaps, NothingWithinTwoFactsIsBetter) {
  base::Random random(71);
  const int sparsity = 4;
  int improved = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(100); ++seed) {
    SCOPED_TRACE(seed);
    brute_force::Shape shape = brute_force::random_shape(random);
    shape.columns = 10;
    const brute_force::Instance instance = brute_force::random_instance(shape, 7000 + seed);
    const Problem problem = balanced(instance.problem);
    BestSets pool(problem, 1);
    pool.offer(greedy_set(problem, {sparsity}, {}));
    const BestSets::Entry before = pool.best();
    swap_pairs(problem, sparsity, {}, pool);
    const BestSets::Entry& after = pool.best();
    EXPECT_FALSE(better(before.assessment, after.assessment));
    improved += better(after.assessment, before.assessment) ? 1 : 0;
    for (const brute_force::Valued& other : brute_force::ranked(instance, sparsity)) {
      if (other.doubtful || differing(after.set, other.set) > 2) continue;
      if (other.value.determined > 0) continue;  // what settles hangs on rounding
      const double most = after.assessment.value.determined > 0 ? 1e300 : after.assessment.value.objective_nats();
      EXPECT_LE(other.value.objective_nats(), most + brute_force::rounding(other) + after.assessment.tie_nats);
    }
    if (HasFailure()) return;
  }
  EXPECT_TRUE(brute_force::sweep_size(100) < 100 || improved > 0) << improved;
}

TEST(PairSwaps, StopsWhenAsked) {
  const Problem problem = balanced(brute_force::random_instance({.columns = 12}, 1).problem);
  BestSets pool(problem, 1);
  pool.offer({0, 1, 2});
  base::Control control;
  control.deadline = std::chrono::steady_clock::now();
  swap_pairs(problem, 3, control, pool);
  EXPECT_FALSE(pool.entries().empty());
}

}  // namespace
}  // namespace explainee::search
