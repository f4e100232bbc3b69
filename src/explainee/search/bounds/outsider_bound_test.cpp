#include "explainee/search/bounds/outsider_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "explainee/search/bounds/bound_sequence.h"
#include "explainee/search/bounds/common_factors.h"
#include "explainee/search/problem/twins.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::random_instance;
using brute_force::residual_from_rows;
using brute_force::Shape;

Shape random_single_shape(base::Random& random) {
  Shape shape = brute_force::random_shape(random);
  shape.columns = 6 + static_cast<int>(random.below(5));
  shape.rows = random.below(3) == 0 ? 4 + static_cast<int>(random.below(6)) : 20 + static_cast<int>(random.below(2000));
  if (random.below(6) == 0) shape.near_duplicate = std::pow(10.0, -1.0 - static_cast<double>(random.below(4)));
  return shape;
}

/// Centred columns and prediction as a problem.
brute_force::Instance instance_of(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
  const auto rows = static_cast<double>(x.rows());
  const auto columns = static_cast<int>(x.cols());
  brute_force::Instance instance;
  instance.x = x;
  instance.y = y;
  const Eigen::MatrixXd none(x.rows(), 0);
  instance.x = brute_force::residuals(none, instance.x);
  instance.y = brute_force::residuals(none, instance.y);
  Problem& problem = instance.problem;
  problem.gram = instance.x.transpose() * instance.x / rows;
  problem.cross = instance.x.transpose() * instance.y / rows;
  problem.target = instance.y.transpose() * instance.y / rows;
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < columns; ++j) problem.candidates.push_back({j, 1});
  return instance;
}

int any_of(int count, base::Random& random) {
  return static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
}

/// Problems with weakly correlated columns, on which the bound is not void.
brute_force::Instance weakly_correlated(int columns, int rows, base::Random& random) {
  Eigen::MatrixXd x = brute_force::normal_matrix(rows, columns, random);
  const double common = random.below(2) == 0 ? 0 : 1.0;
  x += common * brute_force::normal_matrix(rows, 1, random) * Eigen::RowVectorXd::Ones(columns);
  Eigen::MatrixXd y = random.uniform() * 3 * brute_force::normal_matrix(rows, 1, random);
  for (int k = 0; k < 3; ++k) y += random.normal() * x.col(any_of(columns, random));
  return instance_of(x, y);
}

/// The first columns make the prediction; of the others, one hub leans on many that do not lean on each other: equal
/// weights fail at the hub alone.
brute_force::Instance around_a_hub(int columns, int rows, base::Random& random) {
  Eigen::MatrixXd x = brute_force::normal_matrix(rows, columns, random);
  const int hub = columns - 1;
  const double lean = 0.2 + 0.5 * random.uniform();
  for (int j = 2; j < hub; ++j) x.col(hub) += lean * x.col(j);
  Eigen::MatrixXd y = random.uniform() * brute_force::normal_matrix(rows, 1, random);
  for (int j = 0; j < 2; ++j) y += (0.5 + random.uniform()) * x.col(j);
  y += 0.3 * random.normal() * x.col(2 + any_of(columns - 2, random));
  return instance_of(x, y);
}

/// Compares every bound with the least f of its class, by looking at every set; counts what was not void.
void expect_below(const brute_force::Instance& instance, const OutsiderBound& bound, const Subsets& node,
                  int& informative) {
  const int n = instance.problem.columns();
  std::vector<double> least(static_cast<std::size_t>(node.places) + 1, std::numeric_limits<double>::infinity());
  std::vector<char> role(static_cast<std::size_t>(n), 'x');
  for (int j = 0; j < n; ++j) {
    if (node.allowed[static_cast<std::size_t>(j)] != 0) role[static_cast<std::size_t>(j)] = 'o';
  }
  for (const int j : node.fixed) role[static_cast<std::size_t>(j)] = 'f';
  for (const int j : node.chosen) role[static_cast<std::size_t>(j)] = 't';
  for (const int j : node.beside) role[static_cast<std::size_t>(j)] = 'b';
  for (std::uint32_t bits = 0; bits < (1U << n); ++bits) {
    std::vector<int> set;
    int outside = 0;
    int chosen = 0;
    int added = 0;
    bool belongs = true;
    for (int j = 0; j < n; ++j) {
      const bool in = ((bits >> j) & 1U) != 0;
      const char own = role[static_cast<std::size_t>(j)];
      belongs = belongs && (own != 'f' || in) && (own != 'x' || !in);
      if (!in) continue;
      set.push_back(j);
      outside += own == 'o' ? 1 : 0;
      chosen += own == 't' ? 1 : 0;
      added += own != 'f' ? 1 : 0;
    }
    if (!belongs || added > node.places) continue;
    const bool own_set = outside == 0 && chosen == added && chosen == static_cast<int>(node.chosen.size());
    if (own_set) continue;
    double& best = least[static_cast<std::size_t>(outside)];
    best = std::min(best, residual_from_rows(instance, set));
  }
  const double q = instance.problem.target(0, 0);
  for (int p = 0; p <= node.places; ++p) {
    EXPECT_LE(bound.with_outsiders(p), least[static_cast<std::size_t>(p)] + 1e-13 * q) << p;
    if (std::isfinite(bound.with_outsiders(p)) && bound.with_outsiders(p) > 0) ++informative;
  }
}

/// The two columns that make the prediction are chosen; all others are outsiders.
Subsets outsiders_of_two(int n) {
  Subsets node;
  node.allowed.assign(static_cast<std::size_t>(n), 1);
  node.chosen = {0, 1};
  node.places = 4;
  return node;
}

Subsets random_subsets(int n, base::Random& random, const FactoredProblem& factored) {
  Subsets node;
  node.allowed.assign(static_cast<std::size_t>(n), 1);
  node.places = 1 + static_cast<int>(random.below(4));
  const bool with_beside = random.below(2) == 0;
  for (int j = 0; j < n; ++j) {
    if (!factored.usable(j)) {
      node.allowed[static_cast<std::size_t>(j)] = 0;
      continue;
    }
    switch (random.below(with_beside ? 7 : 6)) {
      case 0:
        node.fixed.push_back(j);
        break;
      case 1:
        if (static_cast<int>(node.chosen.size()) < node.places) node.chosen.push_back(j);
        break;
      case 2:
        node.allowed[static_cast<std::size_t>(j)] = 0;
        break;
      default:
        break;
    }
  }
  return node;
}

TEST(OutsiderBound, IsNeverAboveTheTruth) {
  base::Random random(31);
  base::ThreadPool threads(1);
  int informative = 0;
  int checked = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1500); ++seed) {
    SCOPED_TRACE(seed);
    const bool weak = random.below(3) != 0;
    const brute_force::Instance instance = weak ? weakly_correlated(6 + static_cast<int>(random.below(6)),
                                                                    30 + static_cast<int>(random.below(1000)), random)
                                                : random_instance(random_single_shape(random), 900 + seed);
    const int n = instance.problem.columns();
    const FactoredProblem factored = *free_common_factors(instance.problem, threads, {});
    const RowCoherence coherence = *row_coherence(factored, 8, {}, threads, {});
    const Subsets node = random_subsets(n, random, factored);
    OutsiderBound bound(factored, coherence);
    if (!bound.take(node) || !bound.shrink(random.below(3) == 0 ? random.uniform() : 1)) continue;
    for (const double share : {0.9, 0.8, 0.5, 0.2, 0.05}) {
      Shares shares;
      shares.chosen = share;
      bound.raise(shares);
    }
    expect_below(instance, bound, node, informative);
    checked += node.places + 1;
    if (HasFailure()) return;
  }
  brute_force::say_count("bounds checked", static_cast<std::uint64_t>(checked));  // 100 000 at scale 20
  // Short sweeps may miss them.
  EXPECT_TRUE(brute_force::sweep_size(1500) < 100 || informative > 50) << informative;
}

/// Which step gave a bound: the letters of search §3.4, and e for the exact correlations.
char step_of(const SplitPart& part, const BoundSteps& tried) {
  if (part.theta < 1) return 'd';
  if (part.rule == SplitRule::kWeighted) return tried.floored ? 'b' : 'c';
  return part.rule == SplitRule::kExact ? 'e' : ' ';
}

/// Every bound is the best of the cheap one and of those of the steps tried, so that one unsound step shows. Says how
/// often the bound came from `wanted`.
void try_bounds(const BoundSteps& steps, std::uint64_t first_seed, char wanted) {
  base::Random random(32 + first_seed);
  base::ThreadPool threads(1);
  int informative = 0;
  int checked = 0;
  int from_step = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1500); ++seed) {
    SCOPED_TRACE(seed);
    const bool hub = random.below(2) == 0;
    const bool weak = random.below(4) != 0;
    const brute_force::Instance instance =
        hub    ? around_a_hub(6 + any_of(5, random), 100 + any_of(200, random), random)
        : weak ? weakly_correlated(6 + any_of(6, random), 20 + any_of(300, random), random)
               : random_instance(random_single_shape(random), first_seed + seed);
    const FactoredProblem factored = *free_common_factors(instance.problem, threads, {});
    const RowCoherence coherence = *row_coherence(factored, 8, {}, threads, {});
    const int n = instance.problem.columns();
    const Subsets node = hub ? outsiders_of_two(n) : random_subsets(n, random, factored);
    OutsiderBound bound(factored, coherence);
    bound.remember();
    if (!bound.take(node)) continue;
    // A goal that some classes reach and others do not, so that every step is taken.
    std::vector<int> own = node.fixed;
    own.insert(own.end(), node.chosen.begin(), node.chosen.end());
    const double goal = residual_from_rows(instance, own) * (0.2 + random.uniform());
    ASSERT_TRUE(climb(factored, Twins(static_cast<std::size_t>(factored.size())), goal, threads, {}, bound, steps));
    expect_below(instance, bound, node, informative);
    checked += node.places + 1;
    for (const SplitPart& part : bound.parts()) from_step += part.p > 0 && step_of(part, steps) == wanted ? 1 : 0;
    if (testing::Test::HasFailure()) return;
  }
  brute_force::say_count("bounds checked", static_cast<std::uint64_t>(checked));  // 100 000 at scale 20
  brute_force::say_count("bounds of this step", static_cast<std::uint64_t>(from_step));
  EXPECT_TRUE(brute_force::sweep_size(1500) < 100 || (informative > 20 && from_step > 20)) << from_step;
}

TEST(BoundSequence, IsNeverAboveTheTruth) { try_bounds({}, 1900, 'b'); }
TEST(BoundSequence, WeightsWithAFloorAreNeverAboveTheTruth) { try_bounds({true, false, false}, 401900, 'b'); }
TEST(BoundSequence, AdaptedWeightsAreNeverAboveTheTruth) { try_bounds({false, true, false}, 801900, 'c'); }
TEST(BoundSequence, SmallerCoefficientsAreNeverAboveTheTruth) { try_bounds({false, false, true}, 1201900, 'd'); }

}  // namespace
}  // namespace explainee::search
