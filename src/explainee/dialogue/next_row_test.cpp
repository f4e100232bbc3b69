#include "explainee/dialogue/next_row.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"

namespace explainee::dialogue {
namespace {

Eigen::MatrixXd make_rows(std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd rows(200, 4);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (int j = 0; j < 3; ++j) rows(i, j) = random.normal();
    rows(i, 3) = rows(i, 0) + rows(i, 1);  // follows from the others
  }
  return rows;
}

person::PersonSpace space_of(const Eigen::MatrixXd& rows) {
  person::PersonSpace space;
  space.mean = rows.colwise().mean();
  const Eigen::MatrixXd centred = rows.rowwise() - space.mean.transpose();
  space.covariance = centred.transpose() * centred / static_cast<double>(rows.rows());
  return space;
}

TEST(NextRow, NobodyIsAskedAboutAFreakCase) {
  Eigen::MatrixXd rows = make_rows(1);
  rows.row(17) << 2, -2, 9, 0;
  rows.row(18) << 3, 3, -3, 6;
  QuestionPolicy policy;
  policy.pool = 1000;
  const std::vector<Eigen::Index> ordinary = ordinary_rows(rows, space_of(rows), policy);
  EXPECT_EQ(ordinary.size(), 180U);
  EXPECT_EQ(std::count(ordinary.begin(), ordinary.end(), 17), 0);
  EXPECT_EQ(std::count(ordinary.begin(), ordinary.end(), 18), 0);
  policy.pool = 30;
  const std::vector<Eigen::Index> few = ordinary_rows(rows, space_of(rows), policy);
  EXPECT_EQ(few.size(), 30U);
  EXPECT_TRUE(std::includes(ordinary.begin(), ordinary.end(), few.begin(), few.end()));
  EXPECT_EQ(few, ordinary_rows(rows, space_of(rows), policy));
}

/// Two persons as likely: one reasons from the first column, one from the second.
TEST(NextRow, AsksWhereThePersonsDisagree) {
  person::PersonDraws draws{Eigen::MatrixXd::Zero(4, 2), Eigen::VectorXd::Zero(2), Eigen::VectorXd::Constant(2, 0.5)};
  draws.weights(0, 0) = 1;
  draws.weights(1, 1) = 1;
  explain::Verdict verdict;
  verdict.bits = Eigen::MatrixXd(1, 2);
  verdict.bits << 1, 0.5;
  verdict.best_bits = Eigen::Vector2d(1, 1);
  Eigen::MatrixXd rows(3, 4);
  rows << 2, 2, 5, 4, 1, -1, 0, 0, 0, 0.5, 9, 0.5;
  const Eigen::VectorXd worth = worth_of_rows(rows, draws, verdict);
  // Losses 0 and ½, mean ¼: the persons count ¼ and ¾; the row (1, −1) has answers 1 and −1.
  const double variance = 0.25 * 0.75 * 4;
  EXPECT_NEAR(worth[1], 0.5 * std::log(1 + variance / 0.5), 1e-12);
  EXPECT_NEAR(worth[0], 0, 1e-12);
  EXPECT_EQ(next_row(worth), 1);
  EXPECT_EQ(next_row(worth, {false, true, false}), 2);
  EXPECT_EQ(next_row(worth, {true, true, true}), -1);
}

TEST(NextRow, EnoughWasAskedWhenLittleIsLost) {
  explain::Verdict verdict;
  verdict.expected_loss_share = 0.019;
  EXPECT_TRUE(settled(verdict, {}));
  verdict.expected_loss_share = 0.021;
  EXPECT_FALSE(settled(verdict, {}));
}

}  // namespace
}  // namespace explainee::dialogue
