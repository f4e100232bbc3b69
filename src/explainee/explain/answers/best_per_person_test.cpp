#include "explainee/explain/answers/best_per_person.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numbers>

#include "explainee/explain/testing/naive_moments.h"

namespace explainee::explain::best_per_person_test {
namespace {

/// Candidates of one column each, the prediction a mixture of all.
VerdictTask make_task(Eigen::Index candidates, int sparsity) {
  Eigen::MatrixXd rows = testing::normal_cells(400, candidates + 1, 5);
  for (Eigen::Index j = 0; j < candidates; ++j)
    rows.col(candidates) += rows.col(j) / std::sqrt(static_cast<double>(1 + j));
  VerdictTask task;
  task.covariance = moments::covariance(testing::fold_of(rows));
  task.own = task.covariance.diagonal();
  for (Eigen::Index j = 0; j < candidates; ++j) task.candidates.push_back({static_cast<int>(j)});
  task.predictions = {static_cast<int>(candidates)};
  task.sparsity = sparsity;
  return task;
}

/// Persons who reason from two columns each.
person::PersonDraws make_draws(const VerdictTask& task, Eigen::Index count) {
  const auto n = static_cast<Eigen::Index>(task.candidates.size());
  person::PersonDraws draws;
  draws.weights = Eigen::MatrixXd::Zero(n + 1, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    draws.weights(i % n, i) = 2;
    draws.weights((i / n + 3 * i + 1) % n, i) += 1;
  }
  draws.intercepts = Eigen::VectorXd::Zero(count);
  draws.noise_variances = Eigen::VectorXd::Constant(count, 0.1);
  return draws;
}

/// What the set tells a person, by one Schur complement with and one without it.
double naive_bits(const VerdictTask& task, const person::PersonDraws& draws, Eigen::Index person, search::Set set) {
  const Eigen::Index n = task.covariance.rows();
  const Eigen::VectorXd cross = task.covariance * draws.weights.col(person);
  Eigen::MatrixXd joint(n + 1, n + 1);
  joint << task.covariance, cross, cross.transpose(),
      draws.weights.col(person).dot(cross) + draws.noise_variances[person];
  const int prediction = task.predictions.front();
  const auto variance = [&](const std::vector<int>& given) {
    const Eigen::VectorXd with = joint(given, prediction);
    return joint(prediction, prediction) - with.dot(Eigen::MatrixXd(joint(given, given)).inverse() * with);
  };
  const double before = variance({static_cast<int>(n)});
  set.push_back(static_cast<int>(n));
  return 0.5 * std::log(before / variance(set)) / std::numbers::ln2;
}

/// The most bits of any pair or single fact.
double most_bits(const VerdictTask& task, const person::PersonDraws& draws, Eigen::Index person) {
  double most = 0;
  const int n = static_cast<int>(task.candidates.size());
  for (int j = 0; j < n; ++j) {
    for (int k = j + 1; k < n; ++k) most = std::max(most, naive_bits(task, draws, person, {j, k}));
  }
  return most;
}

void expect_right(const VerdictTask& task, const person::PersonDraws& draws, const BestPerPerson& found) {
  ASSERT_EQ(found.best.size(), static_cast<std::size_t>(draws.size()));
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    EXPECT_NEAR(found.best_bits[i], most_bits(task, draws, i), 1e-8);
    const int best = found.best[static_cast<std::size_t>(i)];
    ASSERT_GE(best, 0);
    EXPECT_NEAR(found.bits(best, i), found.best_bits[i], 1e-8);
  }
  for (std::size_t k = 0; k < found.sets.size(); ++k)
    EXPECT_NEAR(found.bits(static_cast<Eigen::Index>(k), 1), naive_bits(task, draws, 1, found.sets[k]), 1e-8);
}

search::Problem nobody_of(const VerdictTask& task) {
  search::Problem problem;
  const auto n = static_cast<Eigen::Index>(task.candidates.size());
  problem.gram = task.covariance.topLeftCorner(n, n);
  problem.cross = task.covariance.topRightCorner(n, 1);
  problem.target = task.covariance.bottomRightCorner(1, 1);
  problem.column_scale = task.own.head(n);
  problem.target_scale = task.own.tail(1);
  for (int j = 0; j < static_cast<int>(n); ++j) problem.candidates.push_back({j, 1});
  return problem;
}

TEST(BitsOfSet, AreOfEachPersonWhateverElseThereIs) {
  VerdictTask task = make_task(5, 2);
  const person::PersonDraws draws = make_draws(task, 7);
  const Eigen::VectorXd plain = bits_of_set(task, draws, {1, 3});
  task.nobody = nobody_of(task);
  const Eigen::VectorXd evaluated = bits_of_set(task, draws, {1, 3});
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    EXPECT_NEAR(plain[i], naive_bits(task, draws, i, {1, 3}), 1e-8);
    EXPECT_NEAR(evaluated[i], plain[i], 1e-8);
  }
  EXPECT_EQ(bits_of_set(task, draws, {}), Eigen::VectorXd::Zero(7));
}

TEST(BestPerPerson, AllSetsAreLookedAt) {
  const VerdictTask task = make_task(6, 2);
  const person::PersonDraws draws = make_draws(task, 30);
  expect_right(task, draws, find_best_sets(task, draws, {}));
}

TEST(BestPerPerson, OrEveryPersonIsSearchedFor) {
  VerdictTask task = make_task(6, 2);
  task.nobody = nobody_of(task);
  const person::PersonDraws draws = make_draws(task, 30);
  expect_right(task, draws, find_best_sets(task, draws, {}));
}

TEST(BestPerPerson, TheSetThatIsBestOnAverageIsAmongThem) {
  const VerdictTask task = make_task(6, 2);
  const person::PersonDraws draws = make_draws(task, 30);
  const BestPerPerson found = find_best_sets(task, draws, {});
  double most = 0;
  for (int j = 0; j < 6; ++j) {
    for (int k = j + 1; k < 6; ++k) {
      double sum = 0;
      for (Eigen::Index i = 0; i < 30; ++i) sum += naive_bits(task, draws, i, {j, k});
      most = std::max(most, sum / 30);
    }
  }
  EXPECT_NEAR(found.bits.rowwise().mean().maxCoeff(), most, 1e-8);
}

TEST(BestPerPerson, OnlySetsThatAreBestMoreOftenAreKept) {
  VerdictTask task = make_task(18, 2);
  task.nobody = nobody_of(task);
  person::PersonDraws draws = make_draws(task, 153 + 3 * 15);
  Eigen::Index at = 0;
  for (int j = 0; j < 18; ++j) {
    for (int k = j + 1; k < 18; ++k) {  // she has the prediction but for two facts, which are best then
      for (int times = 0; times < (j < 12 ? 1 : 4); ++times)
        draws.weights.col(at++) = Eigen::VectorXd::Unit(19, 18) - Eigen::VectorXd::Unit(19, j) / std::sqrt(1.0 + j) -
                                  Eigen::VectorXd::Unit(19, k) / std::sqrt(1.0 + k);
    }
  }
  const BestPerPerson found = find_best_sets(task, draws, {});
  ASSERT_EQ(found.sets.size(), 100U);
  std::map<int, int> times;
  for (const int best : found.best) ++times[best];
  EXPECT_EQ(times[0], 4);
  for (int k = 1; k < 100; ++k) EXPECT_GE(times[k - 1], times[k]);
  EXPECT_EQ(times[-1], 53);  // best for somebody, and not kept
  const auto left_out = std::find(found.best.begin(), found.best.end(), -1) - found.best.begin();
  EXPECT_GE(found.best_bits[left_out], found.bits.col(left_out).maxCoeff());
}

TEST(BestPerPerson, WhereThereIsNothingToTellNothingIsTold) {
  VerdictTask task = make_task(3, 2);
  const person::PersonDraws draws = make_draws(task, 4);
  task.candidates.clear();
  const BestPerPerson found = find_best_sets(task, draws, {});
  EXPECT_EQ(found.sets, std::vector<search::Set>{{}});
  EXPECT_EQ(found.best, std::vector<int>(4, 0));
  EXPECT_EQ(found.best_bits, Eigen::VectorXd::Zero(4));
  EXPECT_TRUE(find_best_sets(make_task(3, 2), make_draws(make_task(3, 2), 0), {}).best.empty());
}

TEST(BestPerPerson, WhoWasNotReachedHasNoBits) {
  VerdictTask task = make_task(6, 2);
  task.nobody = nobody_of(task);
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const BestPerPerson found = find_best_sets(task, make_draws(task, 5), control);
  EXPECT_EQ(found.sets, std::vector<search::Set>{{}});
  EXPECT_EQ(found.best_bits, Eigen::VectorXd::Zero(5));
}

}  // namespace
}  // namespace explainee::explain::best_per_person_test
