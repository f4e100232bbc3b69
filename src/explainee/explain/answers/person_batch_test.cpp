#include "explainee/explain/answers/person_batch.h"

#include <gtest/gtest.h>

#include "explainee/base/tolerances.h"
#include "explainee/explain/testing/naive_moments.h"

namespace explainee::explain::person_batch_test {
namespace {

/// Five correlated columns, the last of which is the prediction.
VerdictTask make_task() {
  const Eigen::MatrixXd mix = testing::normal_cells(5, 5, 31) + 2 * Eigen::MatrixXd::Identity(5, 5);
  VerdictTask task;
  task.covariance = mix * mix.transpose();
  task.own = task.covariance.diagonal();
  task.predictions = {4};
  return task;
}

person::PersonDraws make_draws(Eigen::Index count) {
  person::PersonDraws draws;
  draws.weights = testing::normal_cells(5, count, 32);
  draws.intercepts = Eigen::VectorXd::Zero(count);
  draws.noise_variances = testing::normal_cells(count, 1, 33).cwiseAbs2();
  return draws;
}

/// σ²(ŷ | u, x_E) by one Schur complement in the joint covariance of all columns and u.
double naive_variance(const VerdictTask& task, const person::PersonDraws& draws, Eigen::Index person,
                      std::vector<int> given) {
  Eigen::MatrixXd joint(6, 6);
  const Eigen::VectorXd cross = task.covariance * draws.weights.col(person);
  joint << task.covariance, cross, cross.transpose(),
      draws.weights.col(person).dot(cross) + draws.noise_variances[person];
  given.push_back(5);
  const Eigen::VectorXd with = joint(given, 4);
  const Eigen::MatrixXd among = joint(given, given);
  return joint(4, 4) - with.dot(among.inverse() * with);
}

TEST(PersonBatch, HasTheVariancesOfEveryPerson) {
  const VerdictTask task = make_task();
  const person::PersonDraws draws = make_draws(7);
  PersonBatch batch(task, draws);
  ASSERT_EQ(batch.persons(), 7);
  for (const std::vector<int>& set : {std::vector<int>{2}, {0, 3}, {3, 0, 1}, {0, 1, 2, 3}}) {
    PersonRows after(7);
    ASSERT_TRUE(batch.after(set, after));
    for (Eigen::Index i = 0; i < 7; ++i) {
      EXPECT_NEAR(batch.before()[i], naive_variance(task, draws, i, {}), 1e-9);
      EXPECT_NEAR(after[i], naive_variance(task, draws, i, set), 1e-9);
    }
  }
}

TEST(PersonBatch, WhoHasNothingIsLikeAnybody) {
  const VerdictTask task = make_task();
  person::PersonDraws draws = make_draws(1);
  draws.weights.setZero();
  draws.noise_variances.setZero();
  PersonBatch batch(task, draws);
  EXPECT_EQ(batch.before()[0], task.covariance(4, 4));
  PersonRows after(1);
  ASSERT_TRUE(batch.after(std::vector<int>{1}, after));
  EXPECT_NEAR(after[0], task.covariance(4, 4) - task.covariance(1, 4) * task.covariance(1, 4) / task.covariance(1, 1),
              1e-12);
}

TEST(PersonBatch, WhoHasThePredictionItselfKeepsTheLeastVariance) {
  const VerdictTask task = make_task();
  person::PersonDraws draws = make_draws(1);
  draws.weights = Eigen::VectorXd::Unit(5, 4);
  draws.noise_variances.setZero();
  PersonBatch batch(task, draws);
  const double least = base::kDetermined * task.own[4];
  EXPECT_EQ(batch.before()[0], least);
  PersonRows after(1);
  ASSERT_TRUE(batch.after(std::vector<int>{0, 1}, after));
  EXPECT_EQ(after[0], least);
}

/// What is told is all that she has: nothing is divided by what is nothing but rounding.
TEST(PersonBatch, ASummaryThatTheFactsDetermineAddsNothing) {
  const VerdictTask task = make_task();
  person::PersonDraws draws = make_draws(1);
  draws.weights = Eigen::VectorXd::Unit(5, 0) - 2 * Eigen::VectorXd::Unit(5, 1);
  draws.noise_variances.setZero();
  PersonBatch batch(task, draws);
  PersonRows after(1);
  ASSERT_TRUE(batch.after(std::vector<int>{0, 1}, after));
  person::PersonDraws nobody = draws;
  nobody.weights.setZero();
  PersonRows alone(1);
  ASSERT_TRUE(PersonBatch(task, nobody).after(std::vector<int>{0, 1}, alone));
  EXPECT_NEAR(after[0], alone[0], 1e-9 * alone[0]);
}

TEST(PersonBatch, ColumnsThatDetermineOthersAreNoSet) {
  VerdictTask task = make_task();
  Eigen::MatrixXd copy = Eigen::MatrixXd::Identity(5, 5);
  copy.row(1) = copy.row(0);  // column 1 is column 0
  task.covariance = copy * task.covariance * copy.transpose();
  task.own = task.covariance.diagonal();
  for (const double beyond : {0.0, 1e-13}) {  // exactly, or but for rounding
    task.covariance(1, 1) = (1 + beyond) * task.covariance(0, 0);
    PersonBatch batch(task, make_draws(2));
    PersonRows after(2);
    EXPECT_FALSE(batch.after(std::vector<int>{0, 1}, after));
    EXPECT_TRUE(batch.after(std::vector<int>{1, 2}, after));
  }
}

}  // namespace
}  // namespace explainee::explain::person_batch_test
