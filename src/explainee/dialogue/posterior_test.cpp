#include "explainee/dialogue/posterior.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "explainee/base/random.h"

namespace explainee::dialogue::posterior_test {
namespace {

/// Rows of three columns, the last of which is the prediction.
Eigen::MatrixXd make_rows(int rows) {
  base::Random random(9);
  Eigen::MatrixXd all(rows, 3);
  for (Eigen::Index i = 0; i < rows; ++i) {
    all(i, 0) = 3 + random.normal();
    all(i, 1) = 0.5 * all(i, 0) + random.normal();
    all(i, 2) = 20 + 2 * all(i, 0) - all(i, 1) + random.normal();
  }
  return all;
}

FixedData fixed_of(const Eigen::MatrixXd& rows) {
  FixedData fixed;
  fixed.space.mean = rows.colwise().mean();
  const Eigen::MatrixXd centred = rows.rowwise() - fixed.space.mean.transpose();
  fixed.space.covariance = centred.transpose() * centred / static_cast<double>(rows.rows());
  fixed.space.features = {{0}, {1}};
  fixed.space.predictions = {2};
  fixed.task.covariance = fixed.space.covariance;
  fixed.task.own = fixed.space.covariance.diagonal();
  fixed.task.candidates = {{0}, {1}};
  fixed.task.predictions = {2};
  fixed.task.sparsity = 1;
  return fixed;
}

/// The least-squares line of the prediction on what a person would say of every row, at one answer.
double regression_at(const Eigen::MatrixXd& rows, const Eigen::VectorXd& says, double answer) {
  const Eigen::VectorXd p = rows.col(2);
  const Eigen::ArrayXd off = says.array() - says.mean();
  return p.mean() + (off * (p.array() - p.mean())).sum() / off.square().sum() * (answer - says.mean());
}

TEST(AverageGiven, IsTheRegressionOnWhatAPersonWouldSay) {
  const Eigen::MatrixXd rows = make_rows(50);
  const FixedData fixed = fixed_of(rows);
  person::PersonDraws one{Eigen::Vector3d(2, -1, 0), Eigen::VectorXd::Constant(1, 7), Eigen::VectorXd::Zero(1)};
  const Eigen::VectorXd says = (rows * one.weights.col(0)).array() + 7;
  for (const double answer : {-3.0, 12.0, 40.0})
    EXPECT_NEAR(average_given(fixed, one, answer), regression_at(rows, says, answer), 1e-9);
}

TEST(AverageGiven, NoiseInTheAnswersDrawsItToTheMean) {
  const Eigen::MatrixXd rows = make_rows(50);
  const FixedData fixed = fixed_of(rows);
  person::PersonDraws one{Eigen::Vector3d(1, 0, 0), Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1)};
  const double exact = average_given(fixed, one, 5) - rows.col(2).mean();
  one.noise_variances[0] = fixed.space.covariance(0, 0);  // as much noise as there is to say
  EXPECT_NEAR(average_given(fixed, one, 5) - rows.col(2).mean(), 0.5 * exact, 1e-9);
}

TEST(AverageGiven, IsTheMeanOverAllWhoMayBeMeant) {
  const Eigen::MatrixXd rows = make_rows(50);
  const FixedData fixed = fixed_of(rows);
  person::PersonDraws both{Eigen::MatrixXd::Zero(3, 2), Eigen::VectorXd::Zero(2), Eigen::VectorXd::Zero(2)};
  both.weights(0, 0) = 1;
  both.weights(1, 1) = 1;
  const double mean = 0.5 * (regression_at(rows, rows.col(0), 4) + regression_at(rows, rows.col(1), 4));
  EXPECT_NEAR(average_given(fixed, both, 4), mean, 1e-9);
}

TEST(AverageGiven, WhoAlwaysSaysTheSameTellsNothing) {
  const Eigen::MatrixXd rows = make_rows(50);
  const person::PersonDraws same{Eigen::MatrixXd::Zero(3, 1), Eigen::VectorXd::Constant(1, 5),
                                 Eigen::VectorXd::Zero(1)};
  EXPECT_NEAR(average_given(fixed_of(rows), same, 11), rows.col(2).mean(), 1e-9);
}

TEST(Learn, WhoGoesByOneColumnIsToldTheOther) {
  const Eigen::MatrixXd rows = make_rows(200);
  const FixedData fixed = fixed_of(rows);
  for (const int column : {0, 1}) {
    person::AnsweredRows answered{rows.topRows(12), 3 * rows.col(column).head(12), {}};
    explain::PersonsOptions options;
    options.count = 200;
    const auto persons = learn(fixed, answered, options);
    ASSERT_TRUE(persons.ok());
    EXPECT_EQ(persons.value().verdict.set, search::Set{1 - column});
    EXPECT_EQ(persons.value().oddity, person::Oddity::kNone);
    EXPECT_GT(persons.value().reading.share, 0.9);
  }
}

TEST(Learn, StopsWhenAsked) {
  const Eigen::MatrixXd rows = make_rows(50);
  const std::atomic<bool> cancel = true;
  explain::PersonsOptions options;
  options.control.cancel = &cancel;
  const auto persons = learn(fixed_of(rows), {rows.topRows(3), rows.col(0).head(3), {}}, options);
  ASSERT_FALSE(persons.ok());
  EXPECT_EQ(persons.error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::dialogue::posterior_test
