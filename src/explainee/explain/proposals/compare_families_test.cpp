#include "explainee/explain/proposals/compare_families.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/request/records/records.h"

namespace explainee::explain::compare_families_test {
namespace {

using Names = std::vector<std::string>;
using testing::beside;
using testing::SmallTable;

FamilyComparison compared(const Input& input, const request::Request& request) {
  auto comparison = compare_families(input, request, {});
  EXPECT_TRUE(comparison.ok()) << (comparison.ok() ? "" : base::text(comparison.error(), base::command_line()));
  return std::move(comparison).value();
}

base::Error refused(const Input& input, const request::Request& request) {
  const auto comparison = compare_families(input, request, {});
  EXPECT_FALSE(comparison.ok());
  return comparison.ok() ? base::Error{} : comparison.error();
}

/// At most so many facts among a, b and c.
request::Request among_numbers(int sparsity) {
  request::Request request = testing::about_p(sparsity);
  request.facts.features = {"a", "b", "c"};
  return request;
}

double deviation(const Eigen::MatrixXd& residuals) {
  return std::sqrt(residuals.squaredNorm() / static_cast<double>(residuals.rows()));
}

TEST(FamilyCurves, EachPointIsTheBestOfAllSetsOfSoManyFacts) {
  const SmallTable rows;
  const FamilyComparison comparison = compared(rows.input(), among_numbers(3));
  ASSERT_EQ(comparison.curves.size(), 1U);
  const FamilyCurve& curve = comparison.curves.front();
  EXPECT_EQ(curve.family, "features");
  EXPECT_EQ(curve.candidates, 3U);
  const Eigen::MatrixXd numbers = beside({rows.a, rows.b, rows.c});
  const Eigen::MatrixXd prediction = beside({rows.p});
  EXPECT_NEAR(curve.before.at(0), deviation(testing::least_squares({}, prediction).residuals), 1e-9);
  ASSERT_EQ(curve.points.size(), 3U);
  for (std::size_t k = 1; k <= 3; ++k) {
    const testing::RankedSet best = testing::ranked_sets({}, numbers, prediction, k).front();
    const FamilyPoint& point = curve.points[k - 1];
    Names names;
    for (const std::size_t column : best.columns) names.push_back(Names{"a", "b", "c"}[column]);
    const Eigen::MatrixXd left = testing::least_squares(numbers(Eigen::all, best.columns), prediction).residuals;
    EXPECT_EQ(point.set.features, names);
    EXPECT_NEAR(point.set.nats, best.nats, 1e-9);
    EXPECT_NEAR(point.after.at(0), deviation(left), 1e-9);
    EXPECT_TRUE(point.optimal);
    EXPECT_NEAR(point.bound_nats.value(), best.nats, 1e-9);
  }
}

TEST(FamilyCurves, EachFamilyIsSearchedByItself) {
  const SmallTable rows;
  request::Request request = testing::about_p(1);
  request.facts.family = {"pairs", "features", "groups"};
  request.facts.group = {{"both", {"a", "b"}}};
  const FamilyComparison comparison = compared(rows.input(), request);
  ASSERT_EQ(comparison.curves.size(), 3U);
  EXPECT_EQ(comparison.curves[0].family, "pairs");
  EXPECT_EQ(comparison.curves[0].candidates, 3U);
  EXPECT_EQ(comparison.curves[1].candidates, 4U);
  EXPECT_EQ(comparison.curves[2].candidates, 1U);
  EXPECT_EQ(comparison.curves[2].points[0].set.features, (Names{"both"}));
  EXPECT_NE(comparison.curves[0].data_sha256, comparison.curves[1].data_sha256);
}

TEST(FamilyCurves, ShapesThatAreFittedToThePredictionAreLeftOutWithTheReason) {
  const SmallTable rows;
  request::Request request = among_numbers(1);
  request.facts.family.clear();
  const FamilyComparison comparison = compared(rows.input(), request);
  ASSERT_FALSE(comparison.left_out.empty());
  EXPECT_EQ(comparison.left_out.back().name, "auto");
  EXPECT_NE(base::text(comparison.left_out.back().reason, base::command_line()).find("--family auto"),
            std::string::npos);
}

TEST(FamilyCurves, FromMomentsTheFamiliesThatNeedNoRowsAreCompared) {
  const SmallTable rows;
  request::Request request = testing::about_p(9);
  Input moments;
  moments.moments = gather(rows.input(), request, false, {}).value().moments;
  request.facts.family.clear();
  const FamilyComparison comparison = compared(moments, request);
  ASSERT_EQ(comparison.curves.size(), 2U);
  EXPECT_EQ(comparison.curves[0].family, "features");
  EXPECT_EQ(comparison.curves[0].points.size(), 4U);  // there are no more facts
  EXPECT_EQ(comparison.curves[1].family, "categories");
  EXPECT_EQ(comparison.curves[1].points.size(), 1U);
  EXPECT_TRUE(comparison.left_out.empty());
}

TEST(FamilyCurves, AFamilyThatTellsHerNothingIsLeftOut) {
  const SmallTable rows;
  request::Request request = testing::about_p(2);
  request.facts.features = {"a", "town"};
  request.who.knows = {"town"};
  request.facts.family = {"categories", "pairs", "features"};
  const FamilyComparison comparison = compared(rows.input(), request);
  ASSERT_EQ(comparison.curves.size(), 1U);
  EXPECT_EQ(comparison.curves[0].candidates, 1U);
  ASSERT_EQ(comparison.left_out.size(), 2U);
  EXPECT_EQ(comparison.left_out[0].name, "categories");
  EXPECT_EQ(comparison.left_out[0].reason, base::Message("all of it follows from what she has"));
  EXPECT_EQ(comparison.left_out[1].name, "pairs");
  EXPECT_EQ(comparison.left_out[1].reason, base::Message("there is no such fact in this table"));
  request.facts.family = {"categories"};
  EXPECT_EQ(refused(rows.input(), request).code, base::ErrorCode::kUnfitColumn);
}

TEST(FamilyCurves, WhereNothingIsOpenNothingIsCompared) {
  SmallTable rows;
  rows.table.add("same", rows.p);
  request::Request request = among_numbers(1);
  request.who.summary = {"same"};
  const FamilyComparison comparison = compared(rows.input(), request);
  EXPECT_TRUE(comparison.about.nothing_to_explain);
  EXPECT_TRUE(comparison.curves.empty());
  ASSERT_EQ(comparison.left_out.size(), 1U);
  EXPECT_EQ(comparison.left_out[0].reason, base::Message("there is nothing to explain"));
}

TEST(FamilyCurves, ClassesAreNotCompared) {
  SmallTable rows;
  rows.table.add("rome", testing::where(rows.town, "Rome"));
  for (const char* prediction : {"rome", "town"}) {
    request::Request request = among_numbers(1);
    request.what.prediction = {prediction};
    const base::Error error = refused(rows.input(), request);
    EXPECT_EQ(error.code, base::ErrorCode::kBadOption);
    EXPECT_NE(base::text(error, base::command_line()).find(prediction), std::string::npos);
  }
}

TEST(FamilyCurves, ACostThatNoFamilyHasIsRefused) {
  const SmallTable rows;
  request::Request request = among_numbers(1);
  request.facts.family = {"features", "pairs"};
  request.facts.budget = 3;
  request.facts.cost = {{{"pairs"}, 2}, {{"a"}, 4}};
  const FamilyComparison comparison = compared(rows.input(), request);
  EXPECT_NE(comparison.curves[0].points[0].set.features, (Names{"a"}));  // which would tell most
  request.facts.cost.push_back({{"town"}, 2});
  EXPECT_EQ(refused(rows.input(), request).code, base::ErrorCode::kBadOption);
  EXPECT_EQ(refused(rows.input(), request).subject.option.name, "cost");
}

TEST(FamilyCurves, MistakesAreFoundBeforeAnythingIsRead) {
  const SmallTable rows;
  request::Request request = among_numbers(1);
  request.facts.family = {"features", "nothing"};
  EXPECT_EQ(refused(rows.input(), request).subject.option.name, "family");
  request = among_numbers(1);
  request.how.method = request::Method::kLasso;
  EXPECT_EQ(refused(rows.input(), request).subject.option.name, "method");
}

TEST(FamilyCurves, StoppedBeforeTheFirstFamilyThereIsNothing) {
  const SmallTable rows;
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  EXPECT_EQ(compare_families(rows.input(), among_numbers(1), control).error().code, base::ErrorCode::kInterrupted);
}

TEST(FamilyCurves, OptionsOfASingleAnswerAreNotTaken) {
  EXPECT_EQ(request::find_record(families_records(), "row"), nullptr);
  EXPECT_EQ(request::find_record(families_records(), "shown-as"), nullptr);
  EXPECT_NE(request::find_record(families_records(), "family"), nullptr);
  EXPECT_EQ(request::find_record(families_records(), "method")->choices, "exact|greedy");
}

}  // namespace
}  // namespace explainee::explain::compare_families_test
