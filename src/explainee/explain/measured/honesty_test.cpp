#include "explainee/explain/measured/honesty.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <span>

#include "explainee/base/random.h"
#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/naive_moments.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/information/gaussian/gaussian_bias.h"

namespace explainee::explain::honesty_test {
namespace {

/// Columns u, x0, x1, x2, p; she has u. Row i lies in fold i modulo `folds`.
struct Scene {
  Eigen::MatrixXd rows;
  std::vector<moments::Fold> folds;
  Setting setting;

  Scene(Eigen::Index count, std::size_t fold_count, double strength) : rows(testing::normal_cells(count, 5, 17)) {
    rows.col(1) += rows.col(0);
    rows.col(4) += rows.col(0) + strength * rows.col(1);
    folds = testing::folds_of(rows, fold_count);
    setting.folds = folds;
    setting.summary_weights = Eigen::VectorXd::Unit(5, 0);
    setting.predictions = setting.independent = {4};
    for (const int x : {1, 2, 3}) setting.candidates.push_back(testing::candidate_of("x", {x}));
  }
};

double told_by(const Eigen::MatrixXd& rows, int fact) {
  return testing::nats_told(rows.col(0), rows.col(1 + fact), rows.col(4));
}

/// Chooses the best fact without each of these groups of folds in turn, and measures it there.
double naive_honest_nats(const Scene& scene, std::size_t groups) {
  const std::size_t folds = scene.folds.size();
  double sum = 0;
  double weight = 0;
  for (std::size_t held = 0; held < groups; ++held) {
    std::vector<Eigen::Index> inside;
    std::vector<Eigen::Index> outside;
    for (Eigen::Index i = 0; i < scene.rows.rows(); ++i) {
      const std::size_t group = static_cast<std::size_t>(i) % folds * groups / folds;
      (group == held ? inside : outside).push_back(i);
    }
    const Eigen::MatrixXd others = scene.rows(outside, Eigen::all);
    int best = 0;
    for (const int fact : {1, 2}) best = told_by(others, fact) > told_by(others, best) ? fact : best;
    const auto count = static_cast<double>(inside.size());
    const double bias = information::gaussian_bias_nats(count - 1 - 1, 1, 1);
    sum += count * (told_by(scene.rows(inside, Eigen::all), best) - bias);
    weight += count;
  }
  return sum / weight;
}

TEST(Honesty, IsMeasuredOnTheFoldsThatDidNotChoose) {
  for (const double strength : {0.0, 0.5}) {
    const Scene scene(400, 20, strength);
    const Honesty honesty = measure_honesty(scene.setting, {0}, 1, 1, 3, {});
    ASSERT_TRUE(honesty.honest_nats.has_value());
    EXPECT_NEAR(*honesty.honest_nats, naive_honest_nats(scene, 20), 1e-10);
    EXPECT_EQ(honesty.method, "exact");
    EXPECT_FALSE(honesty.too_few_rows);
  }
}

/// Who has one number and is told one fact of one prediction needs 1 + 1 + 1 + 5 rows in a group.
TEST(Honesty, SmallFoldsAreJoinedWithTheirNeighbours) {
  const std::vector<std::pair<Eigen::Index, std::size_t>> sizes = {{160, 20}, {140, 10}, {70, 5}, {30, 2}};
  for (const auto& [rows, groups] : sizes) {
    const Scene scene(rows, 20, 1);
    EXPECT_NEAR(*measure_honesty(scene.setting, {0}, 1, 1, 3, {}).honest_nats, naive_honest_nats(scene, groups), 1e-10);
  }
}

TEST(Honesty, TooFewRowsAreSaidToBeSo) {
  const Scene scene(15, 15, 1);
  const Honesty honesty = measure_honesty(scene.setting, {0}, 1, 1, 3, {});
  EXPECT_FALSE(honesty.honest_nats.has_value());
  EXPECT_TRUE(honesty.too_few_rows);
  EXPECT_FALSE(honesty.stability.has_value());
  EXPECT_TRUE(honesty.method.empty());
}

TEST(Honesty, OneFoldSaysNothing) {
  Scene scene(100, 1, 1);
  EXPECT_FALSE(measure_honesty(scene.setting, {0}, 1, 1, 3, {}).honest_nats.has_value());
  scene.folds.push_back(moments::empty_fold(5));  // nor does an empty one beside it
  scene.setting.folds = scene.folds;
  const Honesty honesty = measure_honesty(scene.setting, {0}, 1, 1, 3, {});
  EXPECT_FALSE(honesty.honest_nats.has_value());
  EXPECT_FALSE(honesty.too_few_rows);
}

TEST(Honesty, AFactThatIsFarAheadIsAlwaysChosen) {
  const Scene scene(200, 20, 3);
  const Honesty honesty = measure_honesty(scene.setting, {0}, 1, 1, 3, {});
  EXPECT_EQ(honesty.stability, 1);
  EXPECT_EQ(honesty.feature_stability, std::vector<double>{1});
}

TEST(Honesty, OfFactsThatTellNothingNowThisNowThatOneIsChosen) {
  const Scene scene(400, 20, 0);
  double all = 0;
  for (const int fact : {0, 1, 2}) {
    const Honesty honesty = measure_honesty(scene.setting, {fact}, 1, 1, 3, {});
    EXPECT_LT(*honesty.stability, 1);
    EXPECT_EQ(*honesty.stability, honesty.feature_stability.at(0));
    EXPECT_NEAR(*honesty.stability * 20, std::round(*honesty.stability * 20), 1e-12);
    all += *honesty.stability;
  }
  EXPECT_NEAR(all, 1, 1e-12);  // every half chooses one of them
}

/// 50 halves of the folds, drawn as the module says; the best fact of each by least squares.
TEST(Honesty, ChoosingVariesByHalfTheVarianceOverHalves) {
  const Scene scene(400, 20, 0.1);
  std::vector<double> told;
  for (std::uint64_t half = 1; half <= 50; ++half) {
    std::vector<std::size_t> order(20);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    base::Random random(3, half);
    random.shuffle(std::span<std::size_t>(order));
    std::vector<Eigen::Index> rows;
    for (std::size_t i = 0; i < 10; ++i) {
      for (Eigen::Index row = static_cast<Eigen::Index>(order[i]); row < 400; row += 20) rows.push_back(row);
    }
    const Eigen::MatrixXd own = scene.rows(rows, Eigen::all);
    told.push_back(std::max({told_by(own, 0), told_by(own, 1), told_by(own, 2)}));
  }
  double mean = 0;
  for (const double nats : told) mean += nats / 50;
  double variance = 0;
  for (const double nats : told) variance += (nats - mean) * (nats - mean) / 49;
  const Honesty choice = measure_choice(scene.setting, {0}, 1, 1, 3, {});
  EXPECT_NEAR(*choice.choice_variance, variance / 2, 1e-12);
  EXPECT_FALSE(choice.honest_nats.has_value());
  EXPECT_EQ(choice.choice_variance, measure_honesty(scene.setting, {0}, 1, 1, 3, {}).choice_variance);
}

TEST(Honesty, DigitsDoNotDependOnTheThreads) {
  const Scene scene(400, 20, 0.1);
  base::Control three;
  three.threads = 3;
  const Honesty one = measure_honesty(scene.setting, {0}, 2, 2, 3, {});
  const Honesty other = measure_honesty(scene.setting, {0}, 2, 2, 3, three);
  EXPECT_EQ(one.honest_nats, other.honest_nats);
  EXPECT_EQ(one.stability, other.stability);
  EXPECT_EQ(one.choice_variance, other.choice_variance);
}

TEST(Honesty, StoppedItSaysNothing) {
  const Scene scene(400, 20, 1);
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const Honesty honesty = measure_honesty(scene.setting, {0}, 1, 1, 3, control);
  EXPECT_FALSE(honesty.honest_nats.has_value());
  EXPECT_FALSE(honesty.stability.has_value());
  EXPECT_FALSE(honesty.too_few_rows);
}

search::Problem of_size(int candidates) {
  search::Problem problem;
  for (int j = 0; j < candidates; ++j) problem.candidates.push_back({j, 1, 1 + j % 2});
  return problem;
}

TEST(FewSets, AreAMillionAtMost) {
  search::SearchOptions options;
  options.sparsity = 3;
  EXPECT_TRUE(few_sets(of_size(182), options));   // 988 260
  EXPECT_FALSE(few_sets(of_size(183), options));  // 1 004 731
  options.sparsity = 1;
  EXPECT_TRUE(few_sets(of_size(1000), options));
}

TEST(FewSets, AreThoseThatCanBePaidFor) {
  search::SearchOptions options;
  options.sparsity = 3;
  options.budget = 2;  // one fact of cost 2, or two of cost 1
  EXPECT_TRUE(few_sets(of_size(400), options));
  options.budget = 6;
  EXPECT_FALSE(few_sets(of_size(400), options));
}

}  // namespace
}  // namespace explainee::explain::honesty_test
