#include "explainee/explain/answers/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "explainee/base/random.h"

namespace explainee::explain {
namespace {

/// Covariance of n features and d predictions, from random rows.
VerdictTask make_task(int n, int predictions, int sparsity, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd rows(300, n + predictions);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (int j = 0; j < n; ++j) rows(i, j) = random.normal() + (j > 0 ? 0.5 * rows(i, j - 1) : 0);
    for (int k = 0; k < predictions; ++k) {
      rows(i, n + k) = 0.3 * random.normal();
      for (int j = 0; j < n; ++j) rows(i, n + k) += rows(i, j) / (1 + (j + 2 * k) % n);
    }
  }
  rows.rowwise() -= rows.colwise().mean().eval();
  VerdictTask task;
  task.covariance = rows.transpose() * rows / 300;
  task.own = task.covariance.diagonal();
  for (int j = 0; j < n; ++j) task.candidates.push_back({j});
  for (int k = 0; k < predictions; ++k) task.predictions.push_back(n + k);
  task.sparsity = sparsity;
  return task;
}

person::PersonDraws make_draws(const VerdictTask& task, int count, std::uint64_t seed) {
  base::Random random(seed);
  const Eigen::Index n = task.covariance.rows();
  person::PersonDraws draws{Eigen::MatrixXd::Zero(n, count), Eigen::VectorXd::Zero(count), Eigen::VectorXd(count)};
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k) draws.weights(static_cast<Eigen::Index>(random.below(n)), i) = random.normal();
    draws.noise_variances[i] = std::exp(2 * random.normal() - 2);
  }
  return draws;
}

/// Bits of a set for one person, by determinants of the joint covariance of (u, ŷ, x_E).
double naive_bits(const VerdictTask& task, const person::PersonDraws& draws, Eigen::Index person,
                  const search::Set& set) {
  const Eigen::Index n = task.covariance.rows();
  Eigen::MatrixXd joint(n + 1, n + 1);
  const Eigen::VectorXd w = draws.weights.col(person);
  joint.topLeftCorner(n, n) = task.covariance;
  joint.col(n).head(n) = task.covariance * w;
  joint.row(n).head(n) = joint.col(n).head(n).transpose();
  joint(n, n) = w.dot(task.covariance * w) + draws.noise_variances[person];
  const auto log_determinant = [&](std::vector<int> columns) {
    columns.push_back(static_cast<int>(n));
    return std::log(Eigen::MatrixXd(joint(columns, columns)).determinant());
  };
  std::vector<int> facts;
  for (const int candidate : set) {
    const auto& own = task.candidates[static_cast<std::size_t>(candidate)];
    facts.insert(facts.end(), own.begin(), own.end());
  }
  std::vector<int> both = facts;
  both.insert(both.end(), task.predictions.begin(), task.predictions.end());
  const double nats =
      0.5 * (log_determinant(task.predictions) + log_determinant(facts) - log_determinant(both) - log_determinant({}));
  return nats / std::log(2.0);
}

std::vector<search::Set> all_sets(int n, int sparsity) {
  std::vector<search::Set> sets;
  for (int mask = 1; mask < (1 << n); ++mask) {
    search::Set set;
    for (int j = 0; j < n; ++j)
      if ((mask >> j) % 2 == 1) set.push_back(j);
    if (static_cast<int>(set.size()) <= sparsity) sets.push_back(set);
  }
  return sets;
}

void expect_as_naive(const VerdictTask& task, const person::PersonDraws& draws, bool all_looked_at) {
  const Verdict verdict = judge(task, draws);
  std::map<search::Set, double> sums;
  Eigen::VectorXd best = Eigen::VectorXd::Zero(draws.size());
  for (const search::Set& set : all_sets(static_cast<int>(task.candidates.size()), task.sparsity)) {
    for (Eigen::Index i = 0; i < draws.size(); ++i) {
      const double bits = naive_bits(task, draws, i, set);
      sums[set] += bits / static_cast<double>(draws.size());
      best[i] = std::max(best[i], bits);
    }
  }
  double most = 0;
  for (const auto& [set, bits] : sums) most = std::max(most, bits);
  EXPECT_NEAR(verdict.expected_bits, sums[verdict.set], 1e-9);
  EXPECT_NEAR(verdict.expected_bits, most, all_looked_at ? 1e-9 : 0.02 * most);
  EXPECT_LT((verdict.best_bits - best).cwiseAbs().maxCoeff(), 1e-8);
  double right = 0;
  double loss = 0;
  double share = 0;
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    const double bits = naive_bits(task, draws, i, verdict.set);
    right += bits >= 0.99 * best[i] ? 1 : 0;
    loss += best[i] - bits;
    share += 1 - bits / best[i];
  }
  const auto persons = static_cast<double>(draws.size());
  EXPECT_NEAR(verdict.probability_best, right / persons, 1e-12);
  EXPECT_NEAR(verdict.expected_loss_bits, loss / persons, 1e-8);
  EXPECT_NEAR(verdict.expected_loss_share, share / persons, 1e-8);
  EXPECT_NEAR(verdict.expected_best_bits, best.mean(), 1e-8);
}

TEST(Verdict, IsTheSetWithTheMostExpectedBits) {
  for (const int sparsity : {1, 2, 3}) {
    const VerdictTask task = make_task(7, 1, sparsity, 1);
    expect_as_naive(task, make_draws(task, 60, 2), true);
  }
}

TEST(Verdict, CandidatesOfSeveralColumns) {
  VerdictTask task = make_task(8, 1, 2, 3);
  task.candidates = {{0, 1}, {2}, {3, 4, 5}, {6}, {7}};
  expect_as_naive(task, make_draws(task, 40, 4), true);
}

/// The problem of somebody who knows nothing: plain candidates of a task.
search::Problem nobody_of(const VerdictTask& task) {
  search::Problem problem;
  const auto n = static_cast<int>(task.candidates.size());
  problem.gram = task.covariance.topLeftCorner(n, n);
  problem.cross = task.covariance.topRightCorner(n, 1);
  problem.target = task.covariance.bottomRightCorner(1, 1);
  problem.column_scale = task.own.head(n);
  problem.target_scale = task.own.tail(1);
  for (int j = 0; j < n; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

TEST(Verdict, PersonByPersonItIsTheSame) {
  VerdictTask task = make_task(7, 1, 2, 5);
  const person::PersonDraws draws = make_draws(task, 40, 6);
  const Verdict persons = judge(task, draws);
  task.nobody = nobody_of(task);  // searched one by one
  expect_as_naive(task, draws, false);
  EXPECT_LT((judge(task, draws).best_bits - persons.best_bits).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Verdict, CostsNoMoreThanTheBudget) {
  VerdictTask task = make_task(7, 1, 3, 5);
  const person::PersonDraws draws = make_draws(task, 40, 6);
  task.nobody = nobody_of(task);
  for (int j = 0; j < 7; ++j) task.nobody->candidates[static_cast<std::size_t>(j)].cost = 1 + j % 3;
  task.budget = 4;
  const Verdict verdict = judge(task, draws);
  const auto cost = [](const search::Set& set) {
    int sum = 0;
    for (const int j : set) sum += 1 + j % 3;
    return sum;
  };
  for (const Contender& contender : verdict.contenders) EXPECT_LE(cost(contender.set), 4);
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    double best = 0;
    for (const search::Set& set : all_sets(7, 3)) {
      if (cost(set) <= 4) best = std::max(best, naive_bits(task, draws, i, set));
    }
    EXPECT_NEAR(verdict.best_bits[i], best, 1e-8);
  }
}

TEST(Verdict, ACrowdIsSearchedWhereSetsAreTooMany) {
  VerdictTask task = make_task(40, 1, 4, 13);
  const person::PersonDraws draws = make_draws(task, 400, 14);  // 102 090 sets × 400: too many to look at
  const Verdict crowd = judge(task, draws);
  task.nobody = nobody_of(task);  // searched one by one
  person::PersonDraws few{draws.weights.leftCols(20), draws.intercepts.head(20), draws.noise_variances.head(20)};
  const Verdict each = judge(task, few);
  EXPECT_LT((each.best_bits - crowd.best_bits.head(20)).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_NEAR(crowd.bits(0, 7), naive_bits(task, draws, 7, crowd.set), 1e-8);
}

TEST(Verdict, SeveralPredictions) {
  const VerdictTask task = make_task(6, 2, 2, 7);
  expect_as_naive(task, make_draws(task, 40, 8), false);
}

TEST(Verdict, WhoKnowsThePredictionIsToldNothing) {
  const VerdictTask task = make_task(5, 1, 2, 9);
  person::PersonDraws draws = make_draws(task, 3, 10);
  draws.weights.setZero();
  draws.weights.row(5).setOnes();
  draws.noise_variances.setZero();
  const Verdict verdict = judge(task, draws);
  EXPECT_NEAR(verdict.expected_best_bits, 0, 1e-3);
  EXPECT_LE(verdict.expected_loss_bits, 1e-3);
}

TEST(Verdict, NobodyAndNothingToTell) {
  VerdictTask task = make_task(4, 1, 2, 15);
  EXPECT_TRUE(judge(task, make_draws(task, 0, 16)).set.empty());
  task.candidates.clear();
  const Verdict verdict = judge(task, make_draws(task, 5, 16));
  EXPECT_TRUE(verdict.set.empty());
  EXPECT_EQ(verdict.probability_best, 1);
  EXPECT_EQ(verdict.expected_best_bits, 0);
}

TEST(Verdict, ASummaryThatIsExactlyWhatIsToldAddsNothing) {
  const VerdictTask task = make_task(5, 1, 2, 11);
  person::PersonDraws draws = make_draws(task, 1, 12);
  draws.weights.setZero();
  draws.weights(0, 0) = 1;  // she sees x0, without noise
  draws.noise_variances.setZero();
  const Verdict verdict = judge(task, draws);
  EXPECT_EQ(std::count(verdict.set.begin(), verdict.set.end(), 0), 0);
  EXPECT_EQ(verdict.probability_best, 1);
}

}  // namespace
}  // namespace explainee::explain
