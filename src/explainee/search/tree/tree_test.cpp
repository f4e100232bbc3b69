#include "explainee/search/tree/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "explainee/search/problem/balance.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/sweep_size.h"
#include "explainee/search/testing/tree_alone.h"

namespace explainee::search {
namespace {

using brute_force::grown;
using brute_force::Instance;
using brute_force::kNeverScan;
using brute_force::random_instance;
using brute_force::random_shape;
using brute_force::Shape;

TEST(Tree, MatchesBruteForceWithoutScanning) {
  brute_force::Comparisons comparisons;
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
    comparisons.expect_right(instance, options, grown(instance.problem, options));
    if (HasFailure()) return;
  }
  comparisons.expect_enough();  // thousands at scale 20
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
    BestSets grown_pool(even, options.top);
    Tree tree(even, options, grown_pool, kNeverScan);
    tree.explore();
    BestSets scanned_pool(even, options.top);
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

/// What a set with these columns leaves of the prediction.
double residual_of(const Problem& problem, const Set& set) {
  if (set.empty()) return problem.target(0, 0);
  const Eigen::MatrixXd inner = problem.gram(set, set);
  const Eigen::VectorXd cross = problem.cross.col(0)(set);
  return problem.target(0, 0) - cross.dot(inner.ldlt().solve(cross));
}

/// What every set of a monotone leaf leaves: all allowed columns but one of the places + 1 that are needed most.
double drop_bound(const Problem& problem, const ProofLeaf& leaf, int places) {
  const auto in_list = [](const std::vector<int>& list, int j) {
    return std::find(list.begin(), list.end(), j) != list.end();
  };
  std::vector<double> left;
  Set allowed;
  for (int j = 0; j < problem.columns(); ++j) {
    if (!in_list(leaf.out, j)) allowed.push_back(j);
  }
  for (const int dropped : allowed) {
    if (in_list(leaf.in, dropped)) continue;
    Set rest = allowed;
    rest.erase(std::find(rest.begin(), rest.end(), dropped));
    left.push_back(residual_of(problem, rest));
  }
  std::sort(left.begin(), left.end(), std::greater<>());
  return static_cast<int>(left.size()) > places ? left[static_cast<std::size_t>(places)]
                                                : residual_of(problem, allowed);
}

TEST(Tree, ItsLeavesHoldEverySetOnceAndAreTheSameForAnyThreads) {
  base::Random random(9);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(200); ++seed) {
    SCOPED_TRACE(seed);
    Shape shape;
    shape.columns = 6 + static_cast<int>(random.below(6));
    shape.summary_in_span = false;
    const Problem even = balanced(random_instance(shape, seed).problem);
    SearchOptions options;
    options.sparsity = 1 + static_cast<int>(random.below(4));
    options.top = random.below(2) == 0 ? 1 : 7;
    options.keep_leaves = true;
    const ScanPolicy policy = seed % 2 == 0 ? kNeverScan : ScanPolicy{20, 0, 0};
    std::vector<std::shared_ptr<const Proof>> proofs;
    double best = 0;
    for (const int threads : {1, 2}) {
      options.control.threads = threads;
      BestSets pool(even, options.top);
      Tree tree(even, options, pool, policy);
      tree.explore();
      proofs.push_back(tree.proof());
      ASSERT_NE(proofs.back(), nullptr);
      best = residual_of(even, pool.best().set);
    }
    const std::vector<ProofLeaf>& leaves = proofs.front()->leaves;
    ASSERT_EQ(leaves.size(), proofs.back()->leaves.size());
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const ProofLeaf& leaf = leaves[k];
      EXPECT_EQ(leaf.in, proofs.back()->leaves[k].in);
      EXPECT_EQ(leaf.out, proofs.back()->leaves[k].out);
      EXPECT_EQ(leaf.kind, proofs.back()->leaves[k].kind);
      if (leaf.kind != LeafKind::kMonotone) continue;
      const int places = options.sparsity - static_cast<int>(leaf.in.size());
      EXPECT_GE(drop_bound(even, leaf, places), best * (1 - 1e-10));
    }
    for (unsigned mask = 0; mask < (1U << static_cast<unsigned>(even.columns())); ++mask) {
      Set set;
      for (int j = 0; j < even.columns(); ++j) {
        if ((mask >> static_cast<unsigned>(j) & 1U) != 0) set.push_back(j);
      }
      if (static_cast<int>(set.size()) > options.sparsity) continue;
      const auto count = std::count_if(leaves.begin(), leaves.end(), [&](const ProofLeaf& leaf) {
        Set meet;
        std::set_intersection(leaf.out.begin(), leaf.out.end(), set.begin(), set.end(), std::back_inserter(meet));
        return meet.empty() && std::includes(set.begin(), set.end(), leaf.in.begin(), leaf.in.end());
      });
      EXPECT_EQ(count, 1);
    }
  }
}

}  // namespace
}  // namespace explainee::search
