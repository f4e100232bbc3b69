#include "explainee/search/incumbent/incumbent_search.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "explainee/search/exact.h"
#include "explainee/search/greedy.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/incumbent_search_alone.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::expect_same;
using brute_force::Instance;
using brute_force::random_instance;
using brute_force::random_shape;
using brute_force::Shape;

/// The incumbent search alone, from the greedy set, never giving up.
Solution by_incumbent(const Problem& problem, const SearchOptions& options) {
  return find_exact_by(problem, options, brute_force::incumbent_search_alone());
}

TEST(IncumbentSearch, MatchesBruteForce) {
  brute_force::Comparisons comparisons;
  base::Random random(21);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1000); ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance = random_instance(random_shape(random), 70000 + seed);
    SearchOptions options;
    options.sparsity = 1 + static_cast<int>(random.below(4));
    options.top = random.below(3) == 0 ? 1 + static_cast<int>(random.below(12)) : 1;
    comparisons.expect_right(instance, options, by_incumbent(instance.problem, options));
    if (HasFailure()) return;
  }
  comparisons.expect_enough();  // thousands at scale 20
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

TEST(IncumbentSearch, ProvesAPlantedSetAtTheRoot) {
  const Problem problem = planted(1500, 300, 6, 1, 5, 3);
  SearchOptions options;
  options.sparsity = 6;
  const Solution alone = by_incumbent(problem, options);
  EXPECT_TRUE(alone.optimal);
  EXPECT_EQ(alone.best.set, (Set{0, 50, 100, 150, 200, 250}));
  EXPECT_LT(alone.nodes, 20);
  options.control.threads = 2;
  const Solution two = by_incumbent(problem, options);
  EXPECT_EQ(two.best.value.nats, alone.best.value.nats);
  EXPECT_EQ(two.bound_nats, alone.bound_nats);
  EXPECT_EQ(two.nodes, alone.nodes);
}

/// Neighbours correlate, so that only the smallest eigenvalue gives a bound.
Problem neighbours(int rows, int columns, double rho, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd x = brute_force::normal_matrix(rows, columns, random);
  for (int j = 1; j < columns; ++j) x.col(j) = rho * x.col(j - 1) + std::sqrt(1 - rho * rho) * x.col(j);
  Eigen::VectorXd y = x.col(5) + x.col(columns / 2) - x.col(columns - 3) + 0.5 * x.col(columns / 3);
  y += 0.7 * brute_force::normal_matrix(rows, 1, random);
  Problem problem = planted(rows, columns, 1, 0, 1, seed);
  problem.gram = x.transpose() * x / rows;
  problem.cross = x.transpose() * y / rows;
  problem.target = y.transpose() * y / rows;
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  return problem;
}

TEST(IncumbentSearch, DoesNotDependOnThreads) {
  for (const Problem& problem : {planted(300, 200, 4, 1, 5, 4), neighbours(1500, 60, 0.5, 6)}) {
    SearchOptions options;
    options.sparsity = 4;
    options.control.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    const Solution alone = by_incumbent(problem, options);
    EXPECT_TRUE(alone.optimal);
    options.control.threads = 3;
    options.control.deadline = std::chrono::steady_clock::time_point::max();
    if (alone.optimal) expect_same(alone, by_incumbent(problem, options));
  }
}

TEST(IncumbentSearch, DoesNotDependOnWhatSearchesShare) {
  Problem near = planted(300, 200, 5, 1, 5, 4);
  near.gram.col(7) = near.gram.col(40);  // a twin
  near.gram.row(7) = near.gram.row(40);
  near.cross(7, 0) = near.cross(40, 0);
  for (const Problem& problem : {near, neighbours(1500, 60, 0.5, 6)}) {
    SharedPreparation shared;
    for (const int sparsity : {4, 1, 2, 5, 3}) {
      SCOPED_TRACE(sparsity);
      SearchOptions options;
      options.sparsity = sparsity;
      options.top = sparsity;
      options.most_nodes = 40;
      const Solution own = by_incumbent(problem, options);
      options.shared = &shared;
      expect_same(own, by_incumbent(problem, options));
    }
  }
}

TEST(IncumbentSearch, AnotherProblemIsPreparedAnew) {
  const Problem first = planted(300, 40, 4, 1, 5, 4);
  const Problem second = planted(300, 50, 4, 1, 5, 5);
  base::ThreadPool threads(1);
  SharedPreparation shared;
  const auto once = shared.get(first, 3, threads, {});
  EXPECT_EQ(shared.get(first, 2, threads, {}), once);
  EXPECT_NE(shared.get(first, 4, threads, {}), once);
  EXPECT_EQ(shared.get(second, 2, threads, {})->factored.size(), 50);
}

TEST(IncumbentSearch, AgreesWithTheTree) {
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(2); ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = seed % 2 == 0 ? planted(120, 45, 6, 1, 2, seed) : neighbours(120, 45, 0.8, seed);
    SearchOptions options;
    options.sparsity = 4;
    options.top = 6;
    RoutePolicy tree;
    tree.just_scan = 1e300;
    const Solution expected = find_exact_by(problem, options, tree);
    const Solution found = by_incumbent(problem, options);
    EXPECT_TRUE(found.optimal);
    EXPECT_EQ(found.best.set, expected.best.set);
    ASSERT_EQ(found.alternatives.size(), expected.alternatives.size());
    for (std::size_t k = 0; k < found.alternatives.size(); ++k) {
      EXPECT_EQ(found.alternatives[k].set, expected.alternatives[k].set);
    }
  }
}

TEST(IncumbentSearch, ListsTiesOfTwins) {
  Problem problem = planted(1500, 200, 5, 1, 5, 8);
  problem.gram.col(7) = problem.gram.col(40);
  problem.gram.row(7) = problem.gram.row(40);
  problem.gram(7, 7) = problem.gram(40, 40);
  problem.cross.row(7) = problem.cross.row(40);
  problem.gram.col(101) = problem.gram.col(102);  // two outsiders
  problem.gram.row(101) = problem.gram.row(102);
  problem.gram(101, 101) = problem.gram(102, 102);
  problem.cross.row(101) = problem.cross.row(102);
  problem.column_scale = problem.gram.diagonal();
  SearchOptions options;
  options.sparsity = 5;
  const Solution solution = by_incumbent(problem, options);
  EXPECT_TRUE(solution.optimal);
  EXPECT_TRUE(solution.tied);
  EXPECT_EQ(solution.best.set, (Set{0, 7, 80, 120, 160}));
  ASSERT_EQ(solution.alternatives.size(), 1U);
  EXPECT_EQ(solution.alternatives[0].set, (Set{0, 40, 80, 120, 160}));
}

TEST(IncumbentSearch, ListsWhatDiffersByRounding) {
  Problem problem = planted(10, 300, 1, 0, 1, 1);
  problem.gram = Eigen::MatrixXd::Identity(300, 300);
  problem.cross.setZero();
  problem.cross(0, 0) = 0.3;
  problem.cross(1, 0) = -0.25;
  problem.cross(2, 0) = 0.2;
  problem.cross(3, 0) = 0.1;
  problem.cross(10, 0) = -0.1 * (1 + 1e-13);
  problem.target(0, 0) = 1;
  problem.column_scale.setOnes();
  problem.target_scale.setOnes();
  SearchOptions options;
  options.sparsity = 4;
  const Solution solution = by_incumbent(problem, options);
  EXPECT_TRUE(solution.optimal);
  EXPECT_TRUE(solution.tied);
  EXPECT_EQ(solution.best.set, (Set{0, 1, 2, 3}));
  ASSERT_EQ(solution.alternatives.size(), 1U);
  EXPECT_EQ(solution.alternatives[0].set, (Set{0, 1, 2, 10}));
}

TEST(IncumbentSearch, StopsSoonAndStillHasABound) {
  // Weak signals: not proven for a long time.
  const Problem problem = planted(3000, 1200, 10, 3, 0.3, 9);
  SearchOptions options;
  options.sparsity = 10;
  const auto start = std::chrono::steady_clock::now();
  options.control.deadline = start + std::chrono::milliseconds(300);
  options.control.progress = [](std::string_view, double fraction) {
    EXPECT_GE(fraction, 0);
    EXPECT_LE(fraction, 1);
  };
  const Solution solution = find_exact(problem, options);
  // A tenth of a second on a quiet machine; sanitizers and neighbours take their share.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  EXPECT_TRUE(solution.interrupted);
  EXPECT_FALSE(solution.optimal);
  EXPECT_EQ(solution.best.set.size(), 10U);
  ASSERT_TRUE(solution.bound_nats.has_value());
  EXPECT_GE(*solution.bound_nats, solution.best.value.nats);
}

/// How long after its deadline a search returns, at worst over several deadlines.
double longest_overrun(const Problem& problem, int sparsity) {
  double longest = 0;
  for (double seconds = 0.002; seconds < 1; seconds *= 1.8) {
    SearchOptions options;
    options.sparsity = sparsity;
    options.control.threads = 2;
    options.control.deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(std::lround(1e6 * seconds));
    const Solution solution = find_exact(problem, options);
    const std::chrono::duration<double> over = std::chrono::steady_clock::now() - options.control.deadline;
    longest = std::max(longest, over.count());
    EXPECT_TRUE(solution.optimal || solution.interrupted);
    if (solution.optimal) break;
  }
  return longest;
}

/// Neighbouring columns correlate: the incumbent search has no bound at first, and leaves for other routes.
Problem neighbours(int rows, int n, double rho) {
  base::Random random(5);
  Eigen::MatrixXd x = brute_force::normal_matrix(rows, n, random);
  for (int j = 1; j < n; ++j) x.col(j) = rho * x.col(j - 1) + std::sqrt(1 - rho * rho) * x.col(j);
  const Eigen::VectorXd y =
      x(Eigen::all, {0, n / 3, n / 2}).rowwise().sum() + 3 * brute_force::normal_matrix(rows, 1, random);
  Problem problem;
  problem.gram = x.transpose() * x / rows;
  problem.cross = x.transpose() * y / rows;
  problem.target = Eigen::MatrixXd::Constant(1, 1, y.squaredNorm() / rows);
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < n; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

TEST(IncumbentSearch, StopsSoonWhateverItIsAt) {
  // A tenth of a second on a quiet machine, when a third of one was seen before; sanitizers and neighbours take more.
  const bool quick = brute_force::sweep_size(1000) >= 1000;
  const double most = quick ? 0.5 : 5;
  const int n = quick ? 1500 : 500;
  EXPECT_LT(longest_overrun(neighbours(2 * n, n, 0.7), 10), most);
  EXPECT_LT(longest_overrun(neighbours(n / 3, n, 0.95), 5), most);
}

TEST(IncumbentSearch, HonoursTheGap) {
  const Problem problem = planted(300, 200, 4, 1, 5, 4);
  SearchOptions options;
  options.sparsity = 4;
  const Solution whole = by_incumbent(problem, options);
  options.gap_nats = 0.05;
  const Solution loose = by_incumbent(problem, options);
  ASSERT_TRUE(loose.bound_nats.has_value());
  EXPECT_LE(*loose.bound_nats - loose.best.value.nats, 0.05);
  EXPECT_GE(*loose.bound_nats, whole.best.value.nats - 1e-12);
  EXPECT_LE(loose.nodes, whole.nodes);
}

}  // namespace
}  // namespace explainee::search
