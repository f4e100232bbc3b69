// tests/moments_explain_test.cpp: an explanation from the moments of parts is the explanation from the pooled rows.
#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/moments/accumulate/accumulate.h"
#include "explainee/moments/levels.h"
#include "explainee/moments/merge.h"
#include "explainee/request/testing/plain_request.h"
#include "testing/people.h"

namespace explainee {
namespace {

constexpr std::size_t kRows = 600;

/// Rows from..to of a table with numbers, a category, weights, a label and two predictions.
data::MemoryTable rows_between(std::size_t from, std::size_t to) {
  const Numbers a = normals(kRows, 1);
  const Numbers b = normals(kRows, 2);
  const Numbers c = normals(kRows, 3);
  const Numbers noise = normals(kRows, 4);
  data::MemoryTable table;
  const auto add = [&](const std::string& name, const std::function<double(std::size_t)>& f) {
    table.add(name, each(to - from, [&](std::size_t i) { return f(from + i); }));
  };
  add("a", [&](std::size_t i) { return 1e4 + a[i]; });
  add("b", [&](std::size_t i) { return 0.1 * b[i]; });
  add("c", [&](std::size_t i) { return c[i] + 0.5 * a[i]; });
  add("d", [&](std::size_t i) { return a[i] * a[i] + 0.2 * c[i]; });
  std::vector<std::string> city;
  for (std::size_t i = from; i < to; ++i)
    city.emplace_back(i > 400 && i % 7 == 0 ? "Alta" : c[i] > 0 ? "Oslo" : "Bergen");
  table.add("city", city);
  add("w", [](std::size_t i) { return static_cast<double>(i % 3) + 0.5; });
  add("truth", [&](std::size_t i) { return a[i] - b[i] + noise[i]; });
  add("p", [&](std::size_t i) { return 3 + a[i] + b[i] * c[i] + 2 * c[i] + a[i] * a[i] + noise[i]; });
  add("p2", [&](std::size_t i) { return a[i] - c[i] + 0.3 * noise[i] * b[i]; });
  return table;
}

/// Everything of a part, with the products of a and b.
moments::Moments moments_of_part(std::size_t from, std::size_t to, bool weighted) {
  data::MemoryTable table = rows_between(from, to);
  moments::Plan plan;
  plan.first_row = static_cast<std::int64_t>(from);
  plan.numbers = {0, 1, 2, 3, 6, 7, 8};
  if (weighted) plan.weight = 5;
  const std::vector<std::size_t> texts = {4};
  const auto scan = moments::scan_levels(table, texts, {});
  EXPECT_TRUE(scan.ok());
  plan.texts.push_back({4, scan.value().columns[0].levels});
  plan.products = {{0, 0}, {0, 1}, {1, 1}};
  auto result = moments::accumulate(table, plan, {});
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : base::text(result.error(), base::command_line()));
  return std::move(result).value();
}

moments::Moments merged(bool weighted) {
  moments::Moments sum = moments_of_part(0, 250, weighted);
  for (const auto& [from, to] : {std::pair{250, 251}, std::pair{251, 600}}) {
    const auto done = moments::merge(
        sum, moments_of_part(static_cast<std::size_t>(from), static_cast<std::size_t>(to), weighted), "part");
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : base::text(done.error(), base::command_line()));
  }
  return sum;
}

void expect_near(const explain::PerPrediction& x, const explain::PerPrediction& y) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-9 * std::max(1.0, std::abs(y[k])));
}

void expect_near(const std::optional<double>& x, const std::optional<double>& y) {
  ASSERT_EQ(x.has_value(), y.has_value());
  EXPECT_NEAR(x.value_or(0), y.value_or(0), 1e-9);
}

void expect_same_facts(const explain::Explanation& x, const explain::Explanation& y) {
  ASSERT_EQ(facts_of(x), facts_of(y));
  for (std::size_t i = 0; i < x.facts.size(); ++i) {
    EXPECT_EQ(x.facts[i].name, y.facts[i].name);
    EXPECT_EQ(x.facts[i].index, y.facts[i].index);
    expect_near(x.facts[i].coefficient, y.facts[i].coefficient);
    ASSERT_EQ(x.facts[i].columns.size(), y.facts[i].columns.size());
    for (std::size_t k = 0; k < x.facts[i].columns.size(); ++k) {
      EXPECT_EQ(x.facts[i].columns[k].name, y.facts[i].columns[k].name);
      expect_near(x.facts[i].columns[k].coefficient, y.facts[i].columns[k].coefficient);
    }
    expect_near(x.facts[i].stability, y.facts[i].stability);
  }
}

/// Explains from the merged moments and from the rows.
void expect_same_answer(request::Request request) {
  request.what.prediction = request.what.prediction.empty() ? std::vector<std::string>{"p"} : request.what.prediction;
  request.facts.sparsity = 2;
  if (request.what.label.empty()) request.facts.exclude.emplace_back("truth");
  if (request.what.prediction.size() == 1) request.facts.exclude.emplace_back("p2");
  if (request.how.weight.empty()) request.facts.exclude.emplace_back("w");
  data::MemoryTable table = rows_between(0, kRows);
  const explain::Explanation pooled = explained(table, request);
  const moments::Moments moments = merged(!request.how.weight.empty());
  if (request.how.weight.empty()) request.facts.exclude.pop_back();
  const auto result = explain::explain({.moments = std::make_shared<const moments::Moments>(moments)}, request, {});
  ASSERT_TRUE(result.ok()) << base::text(result.error(), base::command_line());
  const explain::Explanation& answer = result.value();
  EXPECT_EQ(answer.rows, pooled.rows);
  EXPECT_EQ(answer.quadratic_knowing, pooled.quadratic_knowing);
  EXPECT_NEAR(answer.information.nats, pooled.information.nats, 1e-9);
  EXPECT_NEAR(answer.information.objective_nats, pooled.information.objective_nats, 1e-9);
  EXPECT_NEAR(answer.information.corrected_nats, pooled.information.corrected_nats, 1e-9);
  expect_near(answer.information.honest_nats, pooled.information.honest_nats);
  expect_near(answer.information.stability, pooled.information.stability);
  ASSERT_EQ(answer.information.interval_nats.has_value(), pooled.information.interval_nats.has_value());
  EXPECT_NEAR(answer.information.interval_nats->low, pooled.information.interval_nats->low, 1e-9);
  EXPECT_NEAR(answer.information.interval_nats->high, pooled.information.interval_nats->high, 1e-9);
  expect_same_facts(answer, pooled);
  expect_near(answer.uncertainty.before, pooled.uncertainty.before);
  expect_near(answer.uncertainty.after, pooled.uncertainty.after);
  ASSERT_EQ(answer.already_known.size(), pooled.already_known.size());
}

TEST(ExplainMoments, ForNobody) { expect_same_answer({}); }

TEST(ExplainMoments, WithQuadraticKnowing) {
  request::Request request = request::testing::plain_request();
  request.who.knows = {"a"};
  request.who.told = {"b"};
  expect_same_answer(request);
}

TEST(ExplainMoments, WithASummaryAndAKnownCategory) {
  request::Request request = request::testing::plain_request();
  request.who.summary = {"c"};
  request.who.knows = {"city"};
  expect_same_answer(request);
}

TEST(ExplainMoments, WithReasonsAndALabel) {
  request::Request request = request::testing::plain_request();
  request.who.reasons_from = {{"a"}, {"b"}};
  request.what.label = "truth";
  expect_same_answer(request);
}

TEST(ExplainMoments, WithAWeightedSumThatSheSees) {
  request::Request request = request::testing::plain_request();
  request.who.sees = {{"a - 2*b"}};
  request.who.sees_mean = {"a", "c"};
  expect_same_answer(request);
}

TEST(ExplainMoments, WithWeights) {
  request::Request request = request::testing::plain_request();
  request.how.weight = "w";
  request.who.knows = {"a"};
  expect_same_answer(request);
}

TEST(ExplainMoments, WithStandardisedColumnsAndWeights) {
  request::Request request = request::testing::plain_request();
  request.how.weight = "w";
  request.who.sees = {{"z(a) + z(b)"}};
  expect_same_answer(request);
}

TEST(ExplainMoments, ForSeveralPredictions) {
  request::Request request = request::testing::plain_request();
  request.what.prediction = {"p", "p2"};
  request.who.summary = {"b"};
  expect_same_answer(request);
}

TEST(ExplainMoments, WithoutProductsKnowingIsLinearAndSaysSo) {
  const moments::Moments moments = merged(false);
  request::Request request = about_p(1);
  request.who.knows = {"a", "c"};
  request.facts.exclude = {"truth", "p2"};
  const auto result = explain::explain({.moments = std::make_shared<const moments::Moments>(moments)}, request, {});
  ASSERT_TRUE(result.ok()) << base::text(result.error(), base::command_line());
  EXPECT_FALSE(result.value().quadratic_knowing);
  ASSERT_FALSE(result.value().warnings.empty());
  EXPECT_EQ(result.value().warnings[0].code, "known_linear_only");
}

TEST(ExplainMoments, WhatNeedsRowsIsWrongUsage) {
  const moments::Moments moments = merged(false);
  request::Request request = about_p(1);
  request.rows.row = 3;
  const auto row = explain::explain({.moments = std::make_shared<const moments::Moments>(moments)}, request, {});
  ASSERT_FALSE(row.ok());
  EXPECT_EQ(base::error_info(row.error().code).exit_status, 2);
  request.rows.row.reset();
  request.who.sees = {{"a > 10000"}};
  const auto rule = explain::explain({.moments = std::make_shared<const moments::Moments>(moments)}, request, {});
  ASSERT_FALSE(rule.ok());
  EXPECT_EQ(base::error_info(rule.error().code).exit_status, 2);
}

}  // namespace
}  // namespace explainee
