#include "explainee/search/star.h"

#include <gtest/gtest.h>

#include "explainee/search/brute_force.h"
#include "explainee/search/exact.h"
#include "explainee/search/expect_right.h"
#include "explainee/search/greedy.h"
#include "explainee/search/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::expect_right;
using brute_force::Instance;
using brute_force::random_instance;
using brute_force::random_shape;
using brute_force::Shape;

/// The star alone, from the greedy set, never giving up.
Solution by_star(const Problem& problem, const SearchOptions& options) {
  RoutePolicy policy;
  policy.just_scan = 0;
  policy.star.most_nodes = 1000000;
  policy.star.void_nodes = 1000000;
  policy.star.small = 0;
  policy.star.void_nodes_if_few = 1000000;
  policy.star.scan_if_void = 0;
  policy.star.tree_columns = 0;
  return find_exact_by(problem, options, policy);
}

TEST(Star, MatchesBruteForce) {
  base::Random random(21);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1000); ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance = random_instance(random_shape(random), 70000 + seed);
    SearchOptions options;
    options.sparsity = 1 + static_cast<int>(random.below(4));
    options.top = random.below(3) == 0 ? 1 + static_cast<int>(random.below(12)) : 1;
    expect_right(instance, options, by_star(instance.problem, options));
    if (HasFailure()) return;
  }
}

/// Rows of L0BnB's generator: a common factor and a few true columns.
Problem planted(int rows, int columns, int support, double common, double snr, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd x = brute_force::normal_matrix(rows, columns, random);
  x += common * brute_force::normal_matrix(rows, 1, random) * Eigen::RowVectorXd::Ones(columns);
  Eigen::VectorXd y = Eigen::VectorXd::Zero(rows);
  for (int k = 0; k < support; ++k) y += x.col(k * columns / support);
  y += std::sqrt(y.squaredNorm() / rows / snr) * brute_force::normal_matrix(rows, 1, random);
  x.rowwise() -= x.colwise().mean().eval();
  y.array() -= y.mean();
  Problem problem;
  problem.gram = x.transpose() * x / rows;
  problem.cross = x.transpose() * y / rows;
  problem.target = y.transpose() * y / rows;
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < columns; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

TEST(Star, ProvesAPlantedSetAtTheRoot) {
  const Problem problem = planted(1500, 300, 6, 1, 5, 3);
  SearchOptions options;
  options.sparsity = 6;
  const Solution alone = by_star(problem, options);
  EXPECT_TRUE(alone.optimal);
  EXPECT_EQ(alone.best.set, (Set{0, 50, 100, 150, 200, 250}));
  EXPECT_LT(alone.nodes, 20);
  options.control.threads = 2;
  const Solution two = by_star(problem, options);
  EXPECT_EQ(two.best.value.nats, alone.best.value.nats);
  EXPECT_EQ(two.bound_nats, alone.bound_nats);
  EXPECT_EQ(two.nodes, alone.nodes);
}

}  // namespace
}  // namespace explainee::search
