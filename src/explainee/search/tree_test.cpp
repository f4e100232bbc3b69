#include "explainee/search/tree.h"

#include <gtest/gtest.h>

#include "explainee/search/balance.h"
#include "explainee/search/brute_force.h"
#include "explainee/search/expect_right.h"
#include "explainee/search/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::expect_right;
using brute_force::Instance;
using brute_force::random_instance;
using brute_force::random_shape;
using brute_force::Shape;

constexpr ScanPolicy kNeverScan{0, 0, 0};

/// The tree alone: nothing is known at the start and nothing is scanned.
Solution grown(const Problem& problem, const SearchOptions& options) {
  const Problem even = balanced(problem);
  SearchOptions checked = options;
  checked.sparsity = std::min(options.sparsity, problem.size());
  Pool pool(even, options.top);
  Tree tree(even, checked, pool, kNeverScan);
  tree.explore();
  Solution solution;
  pool.write(solution);
  solution.optimal = !tree.open_bound();
  if (solution.best.value.determined == 0) solution.bound_nats = pool.best_nats();
  return solution;
}

TEST(Tree, MatchesBruteForceWithoutScanning) {
  base::Random random(8);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1000); ++seed) {
    SCOPED_TRACE(seed);
    Shape shape = random_shape(random);
    if (random.below(2) == 0) {
      shape.blocks = random.below(3) != 0;
      shape.predictions = 1 + static_cast<int>(random.below(3));
      shape.rows = std::max(shape.rows, shape.columns + shape.predictions + 3);
      shape.bias = random.below(2) == 0;
    }
    const Instance instance = random_instance(shape, seed);
    SearchOptions options;
    options.sparsity = 1 + static_cast<int>(random.below(4));
    options.top = random.below(3) == 0 ? 1 + static_cast<int>(random.below(12)) : 1;
    expect_right(instance, options, grown(instance.problem, options));
    if (HasFailure()) return;
  }
}

TEST(Tree, AgreesWithTheScanOfEverySet) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Shape shape;
    shape.columns = 26;
    shape.rows = seed % 3 == 0 ? 20 : 80;
    shape.near_duplicate = seed % 4 == 1 ? 1e-4 : 0;
    shape.duplicates = seed % 4 == 2 ? 3 : 0;
    const Problem even = balanced(random_instance(shape, seed).problem);
    SearchOptions options;
    options.sparsity = 4;
    options.top = seed % 2 == 0 ? 1 : 15;
    Pool grown_pool(even, options.top);
    Tree tree(even, options, grown_pool, kNeverScan);
    tree.explore();
    Pool scanned_pool(even, options.top);
    Tree scan(even, options, scanned_pool, ScanPolicy{1e12, 0, 0});
    scan.explore();
    EXPECT_EQ(scan.nodes(), 1);
    EXPECT_FALSE(tree.open_bound().has_value());
    ASSERT_EQ(grown_pool.entries().size(), scanned_pool.entries().size());
    for (std::size_t k = 0; k < grown_pool.entries().size(); ++k) {
      EXPECT_EQ(grown_pool.entries()[k].set, scanned_pool.entries()[k].set);
    }
  }
}

}  // namespace
}  // namespace explainee::search
