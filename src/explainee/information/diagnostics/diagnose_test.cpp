#include "explainee/information/diagnostics/diagnose.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/information/diagnostics/copula.h"
#include "explainee/information/diagnostics/counted.h"
#include "explainee/information/diagnostics/knn.h"
#include "explainee/information/diagnostics/read_samples.h"
#include "explainee/information/testing/measured_rows.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::information {
namespace {

/// ŷ = strength·x + u + noise of 1; x depends on u.
Sample rows_of_one(int rows, double strength, std::uint64_t seed) {
  base::Random random(seed);
  Sample sample;
  sample.facts = {Eigen::MatrixXd(rows, 1), {"x"}};
  sample.prediction = {Eigen::MatrixXd(rows, 1), {"p"}};
  sample.known = {Eigen::MatrixXd(rows, 1), {"u"}};
  for (int i = 0; i < rows; ++i) {
    const double u = random.normal();
    const double x = random.normal();
    sample.known.values(i, 0) = u;
    sample.facts.values(i, 0) = x + u;
    sample.prediction.values(i, 0) = strength * x + u + random.normal();
  }
  return sample;
}

Diagnosis diagnosed(const Sample& sample, MadeDiagnostic (*make)(const Sample&), int threads = 1) {
  base::Control control;
  control.threads = threads;
  return diagnose(make(sample), sample.rows(), {1, true}, control).value();
}

TEST(Diagnose, TheIntervalHoldsTheTruthMostly) {
  const std::uint64_t tables = search::brute_force::sweep_size(20);
  const double truth = 0.5 * std::log(1 + 0.49);
  std::uint64_t covered = 0;
  for (std::uint64_t t = 0; t < tables; ++t) {
    const Sample sample = rows_of_one(1000, 0.7, 500 + t);
    const Diagnosis found = diagnose(make_knn(sample), 1000, {t, false}, {}).value();
    covered += found.interval->covers(truth) ? 1 : 0;
  }
  EXPECT_GE(covered, tables * 80 / 100);
  search::brute_force::say_count("intervals that hold the truth", covered);
}

TEST(Diagnose, ChanceIsNotTakenForAFinding) {
  const std::uint64_t tables = search::brute_force::sweep_size(20);
  std::uint64_t alarms = 0;
  for (std::uint64_t t = 0; t < tables; ++t) {
    const Sample sample = rows_of_one(200, 0, 900 + t);
    alarms += *diagnose(make_knn(sample), 200, {t, true}, {}).value().p_value <= 0.05 ? 1 : 0;
  }
  EXPECT_LE(alarms, (tables + 4) / 5);
  EXPECT_LE(*diagnosed(rows_of_one(400, 1, 3), make_knn).p_value, 0.01);
}

TEST(Diagnose, TheSameBitsOnAnyNumberOfThreads) {
  const Sample sample = rows_of_one(600, 0.3, 4);
  const Diagnosis one = diagnosed(sample, make_knn, 1);
  const Diagnosis three = diagnosed(sample, make_knn, 3);
  EXPECT_EQ(one.nats, three.nats);
  EXPECT_EQ(one.interval->high, three.interval->high);
  EXPECT_EQ(one.p_value, three.p_value);
}

TEST(Diagnose, StoppedItSaysSo) {
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const Sample sample = rows_of_one(200, 1, 5);
  for (const auto make : {make_knn, make_copula})
    EXPECT_EQ(diagnose(make(sample), 200, {}, control).error().code, base::ErrorCode::kInterrupted);
}

TEST(Diagnose, ANegativeEstimateIsShownAsSuch) {
  double least = 0;
  for (std::uint64_t t = 0; t < 10; ++t) least = std::min(least, *diagnosed(rows_of_one(150, 0, t), make_copula).nats);
  EXPECT_LT(least, 0);
}

TEST(Diagnose, WhatSettlesThePredictionIsInfiniteOrSaturated) {
  Sample sample = rows_of_one(300, 1, 6);
  sample.facts.values = sample.prediction.values.array().cube();
  EXPECT_TRUE(diagnosed(sample, make_copula).infinite);
  EXPECT_FALSE(diagnosed(sample, make_copula).nats.has_value());
  sample.known = {Eigen::MatrixXd(300, 0), {}};
  EXPECT_TRUE(diagnosed(sample, make_knn).saturated);
  EXPECT_FALSE(diagnosed(rows_of_one(300, 1, 6), make_knn).saturated);
}

TEST(Refusals, SayWhat) {
  EXPECT_FALSE(make_knn(rows_of_one(4, 1, 1)).refusal.empty());
  EXPECT_FALSE(make_copula(rows_of_one(4, 1, 1)).refusal.empty());
  EXPECT_FALSE(make_counted(rows_of_one(100, 1, 1)).refusal.empty());
  Sample classes = rows_of_one(400, 1, 2);
  classes.prediction.values = (classes.prediction.values.array() > 0).cast<double>();
  classes.prediction.values(0, 0) = 2;
  classes.classes = {"no", "yes", "perhaps"};
  const MadeDiagnostic made = make_knn(classes);
  EXPECT_EQ(made.diagnostic, nullptr);
  EXPECT_EQ(made.refusal.pattern, "only {} rows have the class '{}', and {} neighbours are looked for");
  EXPECT_FALSE(make_copula(classes).refusal.empty());
  EXPECT_EQ(diagnosed(classes, make_knn).nats, std::nullopt);
  Sample rare = rows_of_one(400, 1, 2);
  rare.facts.values.setZero();
  rare.facts.values(7, 0) = 1;
  EXPECT_FALSE(make_knn(rare).refusal.empty());
}

TEST(ReadSamples, AreTheRowsOfEachSet) {
  base::Random random(8);
  MeasuredRows rows(Eigen::MatrixXd::NullaryExpr(200, 4, [&] { return random.normal(); }), {}, 2);
  const Material material = rows.material({0}, {3});
  SampleRequest request;
  request.sets = {{{{2}}}, {{{1}}, {{2}}}};
  request.summary = {0};
  request.column_names = {"a", "b", "c", "p"};
  request.summary_names = {"a"};
  const auto samples = read_samples(material, request, {}).value();
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(rows.passes, 1);
  EXPECT_EQ(samples[0].facts.values, rows.values().col(2));
  EXPECT_EQ(samples[1].facts.values, rows.values().middleCols(1, 2));
  EXPECT_EQ(samples[1].facts.names, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(samples[1].prediction.values, rows.values().col(3));
  EXPECT_EQ(samples[1].known.values, rows.values().col(0));
  request.most_rows = 100;
  const auto fewer = read_samples(material, request, {}).value();
  EXPECT_GT(fewer[0].rows(), 60);
  EXPECT_LT(fewer[0].rows(), 140);
  MeasuredRows weighted(rows.values(), Eigen::VectorXd::LinSpaced(200, 1, 2), 2);
  EXPECT_FALSE(why_no_samples(weighted.material({0}, {3})).empty());
  EXPECT_TRUE(why_no_samples(material).empty());
}

TEST(NormalScores, ShareTheMiddleOfTiedRanks) {
  const Eigen::VectorXd scores = normal_scores(Eigen::VectorXd{{5, 1, 5, 3}});
  EXPECT_NEAR(scores[1], -0.8416212, 1e-7);  // Φ⁻¹(1/5)
  EXPECT_NEAR(scores[3], -0.2533471, 1e-7);
  EXPECT_EQ(scores[0], scores[2]);
  EXPECT_NEAR(scores[0], 0.5244005, 1e-7);  // Φ⁻¹(3.5/5)
}

}  // namespace
}  // namespace explainee::information
