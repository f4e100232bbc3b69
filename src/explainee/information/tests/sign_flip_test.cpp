#include "explainee/information/tests/sign_flip.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "explainee/information/special_functions.h"
#include "explainee/information/testing/odd_rows.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::information::sign_flip_test {
namespace {

Eigen::MatrixXd draw_sums(Eigen::Index groups, Eigen::Index columns, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd sums(groups, columns);
  for (double& sum : sums.reshaped()) sum = random.normal() + 0.05;
  return sums;
}

/// −log p of one candidate, by a pseudo-inverse of V.
double naive_log_p(const Eigen::MatrixXd& sums, const ScoreColumns& candidate) {
  const Eigen::MatrixXd own = sums.middleCols(candidate.first, candidate.count);
  const Eigen::VectorXd total = own.colwise().sum();
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> spread(own.transpose() * own);
  if (spread.rank() == 0) return -1e300;
  const int degrees = candidate.degrees > 0 ? candidate.degrees : static_cast<int>(spread.rank());
  return -std::log(chi_squared_tail(total.dot(spread.solve(total)), degrees));
}

double naive_maximum(const Eigen::MatrixXd& sums, const std::vector<ScoreColumns>& candidates) {
  double most = -1e300;
  for (const ScoreColumns& candidate : candidates)
    most = std::max(most, naive_log_p(sums, candidate) - candidate.penalty);
  return most;
}

/// Everything anew for every draw.
double naive_p_value(const Eigen::MatrixXd& sums, const std::vector<ScoreColumns>& candidates, std::uint64_t seed,
                     int draws) {
  const double observed = naive_maximum(sums, candidates);
  std::vector<float> signs(static_cast<std::size_t>(sums.rows()));
  int reached = 0;
  for (int draw = 0; draw < draws; ++draw) {
    draw_signs(seed, draw, signs);
    Eigen::MatrixXd flipped = sums;
    for (Eigen::Index g = 0; g < sums.rows(); ++g) flipped.row(g) *= signs[static_cast<std::size_t>(g)];
    reached += naive_maximum(flipped, candidates) >= observed - 1e-9 ? 1 : 0;
  }
  return (1.0 + reached) / (draws + 1);
}

MaximumOptions all_draws(int draws, std::uint64_t seed) { return {.draws = draws, .level = 1, .seed = seed}; }

TEST(SignFlip, IsWhatRecomputingEveryDrawGives) {
  const std::vector<ScoreColumns> candidates = {
      {.first = 0}, {.first = 1, .count = 3}, {.first = 4, .count = 2, .degrees = 3}, {.first = 6, .penalty = 0.4}};
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Eigen::MatrixXd sums = draw_sums(20 + static_cast<Eigen::Index>(seed), 7, seed);
    const MaximumOutcome outcome = test_by_sign_flips(sums, candidates, all_draws(300, seed), {}).value();
    EXPECT_EQ(outcome.p_value, naive_p_value(sums, candidates, seed, 300));
    EXPECT_NEAR(outcome.statistic, naive_maximum(sums, candidates), 1e-9);
    const ScoreColumns& best = candidates.at(static_cast<std::size_t>(outcome.best));
    EXPECT_NEAR(outcome.own_log_p, naive_log_p(sums, best), 1e-9);
    EXPECT_EQ(outcome.statistic, outcome.own_log_p - best.penalty);
    EXPECT_EQ(outcome.draws, 300);
  }
}

TEST(SignFlip, ColumnsThatFollowFromOthersAddNothing) {
  Eigen::MatrixXd sums(40, 5);
  sums.leftCols(2) = draw_sums(40, 2, 3);
  sums.col(2) = 3 * sums.col(0) - sums.col(1);
  sums.col(3).setZero();
  sums.col(4) = 1e-150 * sums.col(0);  // the scale of a column has no part
  const auto test = [&](const std::vector<ScoreColumns>& candidates) {
    return test_by_sign_flips(sums, candidates, all_draws(200, 5), {}).value();
  };
  EXPECT_NEAR(test({{.first = 0, .count = 4}}).own_log_p, test({{.first = 0, .count = 2}}).own_log_p, 1e-9);
  EXPECT_EQ(test({{.first = 0, .count = 4}}).p_value, test({{.first = 0, .count = 2}}).p_value);
  EXPECT_NEAR(test({{.first = 4}}).own_log_p, test({{.first = 0}}).own_log_p, 1e-9);
  EXPECT_EQ(test({{.first = 3}}).best, -1);
  EXPECT_EQ(test({{.first = 3}}).p_value, 1);
  EXPECT_EQ(test({{.first = 3}, {.first = 0}}).best, 1);
}

/// With few groups many draws give the same sums again, which rounding must not tell apart.
TEST(SignFlip, EqualMaximaCountAsReached) {
  const Eigen::MatrixXd sums = draw_sums(4, 3, 8);
  const std::vector<ScoreColumns> candidates = {{.first = 0}, {.first = 1}, {.first = 2}};
  EXPECT_EQ(test_by_sign_flips(sums, candidates, all_draws(2000, 2), {}).value().p_value,
            naive_p_value(sums, candidates, 2, 2000));
  const Eigen::MatrixXd full = draw_sums(3, 3, 8);  // as many columns as groups: W is always their number
  EXPECT_EQ(test_by_sign_flips(full, std::vector<ScoreColumns>{{.first = 0, .count = 3}}, all_draws(99, 2), {})
                .value()
                .p_value,
            1);
}

TEST(SignFlip, StopsOnceMoreThanTheLevelIsCertain) {
  const Eigen::MatrixXd sums = draw_sums(50, 1, 2).array() - 0.05;
  const std::vector<ScoreColumns> candidates = {{.first = 0}};
  const MaximumOutcome all = test_by_sign_flips(sums, candidates, all_draws(5000, 1), {}).value();
  const MaximumOutcome outcome = test_by_sign_flips(sums, candidates, {.draws = 5000}, {}).value();
  ASSERT_GT(all.p_value, 0.1);
  EXPECT_LT(outcome.draws, 5000);
  EXPECT_NEAR(outcome.p_value, all.p_value, 4 * std::sqrt(all.p_value / outcome.draws));
}

TEST(SignFlip, StrongScoresHaveFiniteLogarithms) {
  const Eigen::MatrixXd sums = draw_sums(12000, 2, 2).array() + 4;
  const MaximumOutcome outcome =
      test_by_sign_flips(sums, std::vector<ScoreColumns>{{.first = 0}, {.first = 0, .count = 2}}, {}, {}).value();
  EXPECT_EQ(outcome.p_value, 1.0 / 1000);
  EXPECT_GT(outcome.own_log_p, 4000);
  EXPECT_TRUE(std::isfinite(outcome.own_log_p));
}

TEST(SignFlip, BitsDoNotDependOnTheThreads) {
  const Eigen::MatrixXd sums = draw_sums(300, 900, 2);
  std::vector<ScoreColumns> candidates;
  for (int c = 0; c < 300; ++c) candidates.push_back({.first = 3 * c, .count = 3});
  base::Control three;
  three.threads = 3;
  const MaximumOutcome one = test_by_sign_flips(sums, candidates, all_draws(500, 1), {}).value();
  const MaximumOutcome other = test_by_sign_flips(sums, candidates, all_draws(500, 1), three).value();
  EXPECT_EQ(one.p_value, other.p_value);
  EXPECT_EQ(one.statistic, other.statistic);
  EXPECT_EQ(one.best, other.best);
}

TEST(SignFlip, CanBeStopped) {
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const auto outcome = test_by_sign_flips(draw_sums(30, 1, 1), std::vector<ScoreColumns>{{.first = 0}}, {}, control);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, base::ErrorCode::kInterrupted);
}

/// Scores of useless columns given a constant, from residuals with the leverage taken out.
Eigen::MatrixXd useless_scores(const Eigen::MatrixXd& cells) {
  const Eigen::Index columns = cells.cols() - 1;
  const Eigen::MatrixXd centred = cells.rowwise() - cells.colwise().mean();
  const double leverage = 1 / static_cast<double>(cells.rows());
  return centred.leftCols(columns).array().colwise() * (centred.col(columns).array() / std::sqrt(1 - leverage));
}

/// At a nominal 4 %: how often the best of 50 useless columns passes for a find.
TEST(SignFlip, FindsSomethingInFewTablesOfUselessColumns) {
  const auto tables = static_cast<int>(search::brute_force::sweep_size(300));
  std::vector<ScoreColumns> candidates;
  for (int c = 0; c < 50; ++c) candidates.push_back({.first = c});
  for (const Spread spread : kSpreads) {
    for (const Eigen::Index rows : {60, 200}) {
      int found = 0;
      for (int table = 0; table < tables; ++table) {
        base::Random random(static_cast<std::uint64_t>(table) + 1, static_cast<std::uint64_t>(rows));
        const Eigen::MatrixXd sums = useless_scores(draw_odd_rows(spread, rows, 50, random));
        found +=
            test_by_sign_flips(sums, candidates, {.draws = 249, .seed = random.bits()}, {}).value().p_value <= 0.04;
      }
      const double share = found / static_cast<double>(tables);
      EXPECT_LE(share, 0.06 + 3 * std::sqrt(0.06 * 0.94 / tables)) << name_of(spread) << ", " << rows << " rows";
      search::brute_force::say_count(std::string(name_of(spread)) + ", rows " + std::to_string(rows) +
                                         ", found in tables of " + std::to_string(tables),
                                     static_cast<std::uint64_t>(found));
    }
  }
}

TEST(SignFlip, FindsWhatIsThere) {
  int found = 0;
  std::vector<ScoreColumns> candidates;
  for (int c = 0; c < 50; ++c) candidates.push_back({.first = c});
  for (std::uint64_t table = 1; table <= 40; ++table) {
    base::Random random(table);
    Eigen::MatrixXd cells = draw_odd_rows(Spread::kGaussian, 400, 50, random);
    cells.col(50) += 0.48 * cells.col(7);  // .15 bits
    const MaximumOutcome outcome = test_by_sign_flips(useless_scores(cells), candidates, {}, {}).value();
    found += outcome.p_value <= 0.04 && outcome.best == 7 ? 1 : 0;
  }
  EXPECT_GE(found, 39);
}

}  // namespace
}  // namespace explainee::information::sign_flip_test
