#include "explainee/explain/kept/check.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/explain/explain.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::check_test {
namespace {

using testing::SmallTable;
using Numbers = std::vector<double>;

/// Student's t with 19 degrees of freedom is below it in 97.5 % of cases (of a table).
constexpr double kT19 = 2.0930240544;

Explainer kept(const SmallTable& rows, request::Request request) {
  request.how.keep = true;
  return *explain(rows.input(), request, {}).value().explainer;
}

data::MemoryTable table_of(const Numbers& a, const Numbers& b, const Numbers& p) {
  data::MemoryTable table;
  table.add("a", a);
  table.add("b", b);
  table.add("p", p);
  return table;
}

request::Request about_numbers(int sparsity) {
  request::Request request = testing::about_p(sparsity);
  request.facts.features = {"a", "b"};
  return request;
}

TEST(Check, OnTheSameRowsNothingChanged) {
  SmallTable rows;
  request::Request request = testing::about_p(2);
  request.who.knows = {"c"};
  const Explainer explainer = kept(rows, request);
  const CheckReport report = check(explainer, rows.table, {}).value();
  EXPECT_FALSE(report.changed);
  EXPECT_EQ(report.then.rows, 120);
  EXPECT_EQ(report.now.rows, 120);
  EXPECT_NEAR(report.now.nats, explainer.then.nats, 1e-12);
  EXPECT_NEAR(report.now.corrected_nats, explainer.then.corrected_nats, 1e-12);
  EXPECT_NEAR(*report.now.log_error, *explainer.then.log_error, 1e-12);
  EXPECT_NEAR(*report.log_change, 0, 1e-12);
}

TEST(Check, FactsAreFittedAgainOnTheNewRows) {
  const SmallTable rows(150, 1);
  SmallTable others(200, 2);
  const Explainer explainer = kept(rows, about_numbers(2));
  const CheckReport report = check(explainer, others.table, {}).value();
  const double told = testing::nats_told({}, testing::beside({others.a, others.b}), testing::beside({others.p}));
  EXPECT_NEAR(report.now.nats, told, 1e-10);
  EXPECT_NEAR(*report.log_change, std::log(report.now.corrected_nats / explainer.then.corrected_nats), 1e-12);
  EXPECT_NEAR(*report.allowed, kT19 * std::hypot(*explainer.then.log_error, *report.now.log_error), 1e-8);
  EXPECT_EQ(report.changed, std::abs(*report.log_change) > *report.allowed);
  EXPECT_EQ(report.rows.rows, 200);  // with the old coefficients
}

TEST(Check, FactsThatTellNothingNowHaveChanged) {
  const SmallTable rows(200, 1);
  const SmallTable unrelated(200, 2);
  data::MemoryTable table = table_of(rows.a, rows.b, unrelated.p);
  EXPECT_TRUE(check(kept(rows, about_numbers(1)), table, {}).value().changed);
}

TEST(Check, OtherProportionsAreNoChange) {
  const SmallTable rows(200, 1);
  Numbers p = rows.p;
  for (double& value : p) value = -3 * value;
  data::MemoryTable table = table_of(rows.a, rows.b, p);
  const CheckReport report = check(kept(rows, about_numbers(2)), table, {}).value();
  EXPECT_FALSE(report.changed);
  EXPECT_GT(report.rows.after[0], report.rows.before[0] / 2);  // the old coefficients do not help
}

TEST(Check, ANewTextIsNoneOfTheOld) {
  const SmallTable rows(200, 1);
  SmallTable others(200, 2);
  std::vector<std::string> town = others.town;
  for (std::size_t i = 0; i < town.size(); i += 10) town[i] = "Athens";
  data::MemoryTable table = table_of(others.a, others.b, others.p);
  table.add("town", town);
  request::Request request = testing::about_p(1);
  request.facts.features = {"town"};
  const CheckReport report = check(kept(rows, request), table, {}).value();
  EXPECT_EQ(report.rows.unseen, 20);
  const Eigen::MatrixXd levels = testing::beside({testing::where(town, "Rome"), testing::where(town, "Turku")});
  EXPECT_NEAR(report.now.nats, testing::nats_told({}, levels, testing::beside({others.p})), 1e-10);
}

TEST(Check, ASettledPredictionThatIsOpenAgainHasChanged) {
  const SmallTable rows(100, 1);
  SmallTable exact(100, 1);
  exact.table.add("q", [&] {
    Numbers q = exact.a;
    for (double& value : q) value = 3 - value;
    return q;
  }());
  request::Request request = about_numbers(1);
  request.what.prediction = {"q"};
  const Explainer explainer = kept(exact, request);
  ASSERT_TRUE(explainer.then.infinite);
  EXPECT_FALSE(check(explainer, exact.table, {}).value().changed);
  data::MemoryTable table = table_of(rows.a, rows.b, rows.p);
  table.add("q", rows.p);
  EXPECT_TRUE(check(explainer, table, {}).value().changed);
}

TEST(Check, WhereNothingIsLeftToExplainTheFactsHaveChanged) {
  const SmallTable rows(100, 1);
  data::MemoryTable table = table_of(rows.a, rows.b, Numbers(100, 7));
  const CheckReport report = check(kept(rows, about_numbers(1)), table, {}).value();
  EXPECT_EQ(report.now.nats, 0);
  EXPECT_TRUE(report.changed);
}

TEST(Check, TooFewRowsAreRefused) {
  const SmallTable rows(100, 1);
  data::MemoryTable table = table_of({1, 2, 4}, {3, 1, 2}, {1, 5, 2});
  const auto report = check(kept(rows, about_numbers(2)), table, {});
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, base::ErrorCode::kTooFewRows);
  EXPECT_EQ(report.error().subject.file, "table");
}

}  // namespace
}  // namespace explainee::explain::check_test
