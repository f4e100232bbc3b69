#include "explainee/search/lasso/lasso.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/search/testing/brute_force.h"

namespace explainee::search {
namespace {

using brute_force::random_instance;
using brute_force::Shape;

Eigen::VectorXd standardising(const Problem& problem) { return problem.gram.diagonal().cwiseSqrt().cwiseMax(1e-9); }

double objective(const Problem& problem, const Eigen::VectorXd& weights, double mu, const Eigen::VectorXd& beta) {
  return 0.5 * beta.dot(problem.gram * beta) - problem.cross.col(0).dot(beta) + mu * weights.dot(beta.cwiseAbs());
}

/// Cyclic coordinate descent, as plain as it gets; converges slowly where columns are nearly dependent.
Eigen::VectorXd descend(const Problem& problem, const Eigen::VectorXd& weights, double mu) {
  const Eigen::Index n = problem.columns();
  Eigen::VectorXd beta = Eigen::VectorXd::Zero(n);
  for (int round = 0; round < 20000; ++round) {
    double moved = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (problem.gram(j, j) <= base::kDetermined * problem.column_scale[j]) continue;
      const double pull = problem.cross(j, 0) - problem.gram.col(j).dot(beta) + problem.gram(j, j) * beta[j];
      const double size = std::max(0.0, std::abs(pull) - mu * weights[j]) / problem.gram(j, j);
      const double next = pull < 0 ? -size : size;
      moved = std::max(moved, std::abs(next - beta[j]));
      beta[j] = next;
    }
    if (moved < 1e-14) break;
  }
  return beta;
}

void expect_optimal(const Problem& problem, const Eigen::VectorXd& weights, double mu, const Eigen::VectorXd& beta) {
  const Eigen::VectorXd pull = problem.cross.col(0) - problem.gram * beta;
  for (Eigen::Index j = 0; j < beta.size(); ++j) {
    if (problem.gram(j, j) <= base::kDetermined * problem.column_scale[j]) {
      EXPECT_EQ(beta[j], 0);
    } else if (beta[j] != 0) {
      EXPECT_NEAR(pull[j] / weights[j], beta[j] > 0 ? mu : -mu, 1e-8) << j;
    } else {
      EXPECT_LE(std::abs(pull[j]) / weights[j], mu + 1e-8) << j;
    }
  }
}

Shape path_shape(base::Random& random) {
  Shape shape;
  shape.columns = 3 + static_cast<int>(random.below(8));
  shape.rows = random.below(4) == 0 ? 4 + static_cast<int>(random.below(5)) : 40;
  shape.summaries = static_cast<int>(random.below(3));
  shape.duplicates = static_cast<int>(random.below(3));
  shape.summary_in_span = random.below(2) == 0;
  return shape;
}

TEST(Lasso, SolvesTheProblemAtAnyMu) {
  base::Random random(3);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = random_instance(path_shape(random), seed).problem;
    const Eigen::VectorXd weights =
        random.below(2) == 0 ? standardising(problem) : Eigen::VectorXd::Ones(problem.columns());
    const double largest = problem.cross.col(0).cwiseQuotient(weights).cwiseAbs().maxCoeff();
    for (const double share : {1.1, 0.8, 0.3, 0.1, 0.01}) {
      const LassoSolution solution = lasso_at(problem, weights, share * largest);
      expect_optimal(problem, weights, share * largest, solution.beta);
      const Eigen::VectorXd naive = descend(problem, weights, share * largest);
      EXPECT_NEAR(objective(problem, weights, share * largest, solution.beta),
                  objective(problem, weights, share * largest, naive), 1e-5);
    }
    if (HasFailure()) return;
  }
}

TEST(Lasso, FindsTheIntervalWithGivenSparsity) {
  base::Random random(4);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Shape shape = path_shape(random);
    shape.duplicates = 0;
    const Problem problem = random_instance(shape, seed).problem;
    const Eigen::VectorXd weights = standardising(problem);
    const LassoSolution solution = lasso_with_sparsity(problem, weights, 2);
    if (!solution.found) continue;
    ++found;
    ASSERT_EQ(solution.set.size(), 2U);
    ASSERT_GT(solution.mu.high, solution.mu.low);
    const LassoSolution inside = lasso_at(problem, weights, 0.5 * (solution.mu.low + solution.mu.high));
    EXPECT_EQ(inside.set, solution.set);
    expect_optimal(problem, weights, solution.mu.low, solution.beta);
    EXPECT_LT(lasso_at(problem, weights, solution.mu.high * 1.001).set.size(), 2U);
    const auto interval = mu_where_lasso_equals(problem, weights, solution.set);
    ASSERT_TRUE(interval.has_value());
    EXPECT_GT(interval->high, interval->low);
    if (HasFailure()) return;
  }
  EXPECT_GT(found, 150);
}

TEST(Lasso, ClosedFormAgreesWithThePath) {
  base::Random random(5);
  int equal = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Shape shape = path_shape(random);
    shape.duplicates = 0;
    shape.columns = 3 + static_cast<int>(random.below(3));
    const Problem problem = random_instance(shape, seed).problem;
    const Eigen::VectorXd weights = standardising(problem);
    const Set set = {0, 2};
    const auto interval = mu_where_lasso_equals(problem, weights, set);
    const double largest = problem.cross.col(0).cwiseQuotient(weights).cwiseAbs().maxCoeff();
    for (int k = 1; k < 60; ++k) {
      const double mu = largest * k / 60;
      const bool same = lasso_at(problem, weights, mu).set == set;
      const bool around = interval && mu >= interval->low * (1 - 1e-9) && mu <= interval->high * (1 + 1e-9);
      const bool inside = interval && mu > interval->low * 1.0001 && mu < interval->high * 0.9999;
      EXPECT_TRUE(!same || around) << mu;
      EXPECT_TRUE(!inside || same) << mu;
      equal += same ? 1 : 0;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(equal, 100);
}

TEST(Lasso, DuplicatedColumnsEnterOnce) {
  Shape shape;
  shape.columns = 4;
  Problem problem = random_instance(shape, 9).problem;
  problem.gram.row(1) = problem.gram.row(0);
  problem.gram.col(1) = problem.gram.col(0);
  problem.cross.row(1) = problem.cross.row(0);
  const Eigen::VectorXd weights = standardising(problem);
  for (const double share : {0.5, 0.05, 0.0}) {
    const double mu = share * problem.cross.col(0).cwiseQuotient(weights).cwiseAbs().maxCoeff();
    const LassoSolution solution = lasso_at(problem, weights, mu);
    expect_optimal(problem, weights, mu, solution.beta);
    EXPECT_EQ(solution.beta[1], 0);
  }
}

TEST(Lasso, NothingToExplainGivesNothing) {
  Problem problem = random_instance({}, 1).problem;
  problem.cross.setZero();
  const Eigen::VectorXd weights = Eigen::VectorXd::Ones(problem.columns());
  EXPECT_TRUE(lasso_at(problem, weights, 0.1).set.empty());
  EXPECT_FALSE(lasso_with_sparsity(problem, weights, 1).found);
  EXPECT_FALSE(mu_where_lasso_equals(problem, weights, {1}).has_value());
}

}  // namespace
}  // namespace explainee::search
