#include "explainee/search/exact.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <utility>

#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::expect_same;
using brute_force::Instance;
using brute_force::random_instance;
using brute_force::random_shape;
using brute_force::Shape;

SearchOptions random_options(base::Random& random) {
  SearchOptions options;
  options.sparsity = 1 + static_cast<int>(random.below(4));
  options.top = random.below(3) == 0 ? 1 + static_cast<int>(random.below(12)) : 1;
  return options;
}

/// One of fifty has 13 to 15 columns: looking at every set of them takes as long as all the others.
Shape sometimes_large(Shape shape, std::uint64_t seed) {
  if (seed % 50 == 0) shape.columns = 13 + static_cast<int>(seed / 50 % 3);
  return shape;
}

TEST(Exact, MatchesBruteForceOnOnePredictionAndSingleColumns) {
  brute_force::Comparisons comparisons;
  base::Random random(1);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1000); ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance = random_instance(sometimes_large(random_shape(random), seed), seed);
    const SearchOptions options = random_options(random);
    comparisons.expect_right(instance, options, find_exact(instance.problem, options));
    if (HasFailure()) return;
  }
  comparisons.expect_enough();  // thousands at scale 20
}

/// More columns than rows: every set of as many columns as the rows allow settles the prediction, and some have two
/// small pivots, whose rounding multiplies.
TEST(Exact, ListsEveryTieAmongNearlySingularSetsThatSettleThePrediction) {
  brute_force::Comparisons comparisons;
  for (const auto& [stream, problem] : {std::pair{19, 1207}, std::pair{28, 1296}}) {
    base::Random random(static_cast<std::uint64_t>(stream));
    for (int k = 0; k < problem; ++k) {
      (void)random_shape(random);
      (void)random_options(random);
    }
    const Instance instance = random_instance(random_shape(random), static_cast<std::uint64_t>(problem));
    const SearchOptions options = random_options(random);
    comparisons.expect_right(instance, options, find_exact(instance.problem, options));
  }
  comparisons.expect_enough();
}

TEST(Exact, MatchesBruteForceOnBlocksAndSeveralPredictions) {
  brute_force::Comparisons comparisons;
  base::Random random(2);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1000); ++seed) {
    SCOPED_TRACE(seed);
    Shape shape = sometimes_large(random_shape(random), seed);
    shape.blocks = random.below(3) != 0;
    shape.predictions = 1 + static_cast<int>(random.below(3));
    shape.rows = std::max(shape.rows, shape.columns + shape.predictions + 3);
    shape.bias = random.below(2) == 0;
    const Instance instance = random_instance(shape, 5000 + seed);
    const SearchOptions options = random_options(random);
    comparisons.expect_right(instance, options, find_exact(instance.problem, options));
    if (HasFailure()) return;
  }
  comparisons.expect_enough();  // thousands at scale 20
}

/// Orthogonal columns with given covariances with the prediction.
Problem orthogonal(const std::vector<double>& cross) {
  const auto n = static_cast<Eigen::Index>(cross.size());
  Problem problem;
  problem.gram = Eigen::MatrixXd::Identity(n, n);
  problem.cross = Eigen::Map<const Eigen::VectorXd>(cross.data(), n);
  problem.target = Eigen::MatrixXd::Identity(1, 1);
  problem.column_scale = Eigen::VectorXd::Ones(n);
  problem.target_scale = Eigen::VectorXd::Ones(1);
  for (int j = 0; j < n; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

TEST(Exact, NothingToExplainGivesTheEmptySet) {
  const Solution solution = find_exact(orthogonal(std::vector<double>(30, 0.0)), {});
  EXPECT_TRUE(solution.best.set.empty());
  EXPECT_TRUE(solution.alternatives.empty());
  EXPECT_TRUE(solution.optimal);
  EXPECT_EQ(solution.bound_nats, 0.0);
}

TEST(Exact, FactsThatAddNothingAreLeftOut) {
  std::vector<double> cross(40, 0.0);
  cross[3] = 0.5;
  cross[7] = 0.3;
  SearchOptions options;
  options.sparsity = 10;
  const Solution solution = find_exact(orthogonal(cross), options);
  EXPECT_EQ(solution.best.set, (Set{3, 7}));
  EXPECT_FALSE(solution.tied);
  EXPECT_TRUE(solution.optimal);
}

TEST(Exact, ListsAHundredTiesInOrder) {
  SearchOptions options;
  options.sparsity = 3;
  const Solution solution = find_exact(orthogonal(std::vector<double>(30, 0.1)), options);
  EXPECT_EQ(solution.best.set, (Set{0, 1, 2}));
  ASSERT_EQ(solution.alternatives.size(), 100U);
  EXPECT_EQ(solution.alternatives[0].set, (Set{0, 1, 3}));
  EXPECT_EQ(solution.alternatives[27].set, (Set{0, 2, 3}));
  EXPECT_TRUE(solution.tied);
  EXPECT_TRUE(solution.optimal);
}

TEST(Exact, OneFactThatSettlesThePredictionIsTheAnswer) {
  Problem problem = random_instance({.columns = 12}, 5).problem;
  problem.target = problem.gram.block(3, 3, 1, 1);
  problem.cross = problem.gram.col(3);
  problem.target_scale = problem.column_scale.segment(3, 1);
  SearchOptions options;
  options.sparsity = 4;
  const Solution solution = find_exact(problem, options);
  EXPECT_EQ(solution.best.set, Set{3});
  EXPECT_EQ(solution.best.value.determined, 1);
  EXPECT_TRUE(solution.optimal);
  EXPECT_FALSE(solution.bound_nats.has_value());
}

Problem smooth(int columns, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd x = brute_force::normal_matrix(4 * columns, columns + 8, random);
  for (Eigen::Index j = 1; j < x.cols(); ++j) x.col(j) += 0.95 * x.col(j - 1);
  for (Eigen::Index j = 1; j < x.cols(); ++j) x.col(j) += 0.8 * x.col(j - 1);
  const Eigen::MatrixXd near = x.leftCols(columns);
  const Eigen::VectorXd y =
      near * brute_force::normal_matrix(columns, 1, random).col(0) + x.rightCols(8).rowwise().sum();
  Problem problem;
  problem.gram = near.transpose() * near;
  problem.cross = near.transpose() * y;
  problem.target = y.transpose() * y;
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < columns; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

TEST(Exact, DoesNotDependOnThreads) {
  for (const int top : {1, 20}) {
    const Problem problem = smooth(70, 1);
    SearchOptions options;
    options.sparsity = 5;
    options.top = top;
    const Solution alone = find_exact(problem, options);
    EXPECT_GT(alone.nodes, 1);
    options.control.threads = 4;
    expect_same(alone, find_exact(problem, options));
  }
}

TEST(Exact, CancelledItReturnsTheIncumbentAndAValidBound) {
  const Problem problem = smooth(70, 2);
  SearchOptions options;
  options.sparsity = 6;
  const Solution whole = find_exact(problem, options);
  std::atomic<bool> cancel = false;
  int calls = 0;
  options.control.cancel = &cancel;
  options.control.progress = [&](std::string_view, double fraction) {
    EXPECT_GE(fraction, 0);
    EXPECT_LE(fraction, 1);
    cancel = ++calls >= 2;
  };
  const Solution stopped = find_exact(problem, options);
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_FALSE(stopped.optimal);
  EXPECT_EQ(stopped.best.set.size(), 6U);
  ASSERT_TRUE(stopped.bound_nats.has_value());
  EXPECT_GE(*stopped.bound_nats, whole.best.value.nats);
  EXPECT_LE(stopped.best.value.nats, whole.best.value.nats + 1e-12);
}

TEST(Exact, StopsAtOnceWhenTheTimeIsOver) {
  const Problem problem = smooth(300, 3);
  SearchOptions options;
  options.sparsity = 9;
  options.control.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  const auto start = std::chrono::steady_clock::now();
  const Solution solution = find_exact(problem, options);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  EXPECT_TRUE(solution.interrupted);
  EXPECT_FALSE(solution.best.set.empty());
}

TEST(Exact, HonoursTheGap) {
  const Problem problem = smooth(70, 4);
  SearchOptions options;
  options.sparsity = 6;
  const Solution whole = find_exact(problem, options);
  options.gap_nats = 0.2;
  const Solution loose = find_exact(problem, options);
  ASSERT_TRUE(loose.bound_nats.has_value());
  EXPECT_LE(*loose.bound_nats - loose.best.value.nats, 0.2);
  EXPECT_GE(*loose.bound_nats, whole.best.value.nats - 1e-12);
  EXPECT_LE(loose.nodes, whole.nodes);
}

TEST(Exact, DoesNotDependOnUnits) {
  Problem problem = smooth(20, 5);
  SearchOptions options;
  options.sparsity = 4;
  const Solution before = find_exact(problem, options);
  for (int j = 0; j < 20; ++j) {
    const double unit = std::pow(10.0, j % 2 == 0 ? -12 : 12);
    problem.gram.row(j) *= unit;
    problem.gram.col(j) *= unit;
    problem.cross.row(j) *= unit;
    problem.column_scale[j] *= unit * unit;
  }
  const Solution after = find_exact(problem, options);
  EXPECT_EQ(after.best.set, before.best.set);
  EXPECT_NEAR(after.best.value.nats, before.best.value.nats, 1e-9);
}

/// Each column by its own power of two, the first by the smallest and the last by the largest.
Problem in_other_units(Problem problem, double largest) {
  const int n = problem.columns();
  for (int j = 0; j < n; ++j) {
    const double unit = std::exp2(std::round(std::log2(largest) * (2.0 * j / (n - 1) - 1)));
    problem.gram.row(j) *= unit;
    problem.gram.col(j) *= unit;
    problem.cross.row(j) *= unit;
    problem.column_scale[j] *= unit * unit;
  }
  return problem;
}

/// Nothing is copied to balance the units, and scans, tree and bounds work on what is given.
TEST(Exact, UnitsThatArePowersOfTwoChangeNoDigit) {
  SearchOptions options;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    base::Random random(seed);
    Shape shape = sometimes_large(random_shape(random), seed);
    shape.blocks = seed % 3 == 0;
    shape.predictions = seed % 3 == 1 ? 2 : 1;
    shape.rows = std::max(shape.rows, shape.columns + shape.predictions + 3);
    const Problem problem = random_instance(shape, seed).problem;
    options.sparsity = 1 + static_cast<int>(seed % 4);
    expect_same(find_exact(problem, options), find_exact(in_other_units(problem, 1e20), options));
  }
  options.sparsity = 5;
  options.control.threads = 2;
  for (const int columns : {70, 120}) {
    const Problem problem = smooth(columns, 6);
    const Solution plain = find_exact(problem, options);
    EXPECT_GT(plain.nodes, 1);
    for (const double largest : {1e3, 1e20}) {
      expect_same(plain, find_exact(in_other_units(problem, largest), options));
    }
    // Extreme ones are balanced and take the tree alone.
    const Solution extreme = find_exact(in_other_units(problem, 1e80), options);
    EXPECT_EQ(extreme.best.set, plain.best.set);
    EXPECT_NEAR(extreme.best.value.nats, plain.best.value.nats, 1e-12);
    EXPECT_TRUE(extreme.optimal);
  }
}

}  // namespace
}  // namespace explainee::search
