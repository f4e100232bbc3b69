#include "explainee/report/json/explanation_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "explainee/base/errors/message.h"
#include "explainee/base/errors/speech.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::report::explanation_json_test {
namespace {

using Json = nlohmann::ordered_json;
using Keys = std::vector<const char*>;

constexpr double kBit = std::numbers::ln2;

explain::Explanation barest() {
  explain::Explanation e;
  e.predictions = {"p"};
  return e;
}

void expect_keys(const Json& object, const Keys& keys) {
  for (const char* key : keys) EXPECT_TRUE(object.contains(key)) << key;
}

void expect_null(const Json& object, const Keys& keys) {
  for (const char* key : keys) {
    ASSERT_TRUE(object.contains(key)) << key;
    EXPECT_TRUE(object[key].is_null()) << key << " is " << object[key].dump();
  }
}

/// The keys of docs/reference/json.md, in an answer of which nothing was computed.
TEST(ExplanationJson, WhatWasNotComputedIsNullAndNeverAbsent) {
  explain::Explanation e = barest();
  e.facts.resize(1);
  const Json json = to_json(e, {});
  expect_keys(json, {"schema", "rows", "rows_dropped", "prediction", "provenance", "user", "explanation", "impersonal",
                     "alternatives", "alternatives_proven", "curve", "sentences", "warnings"});
  expect_null(json, {"row", "answers", "asked", "local", "classes"});
  expect_null(json["impersonal"], {"all", "unknown"});
  expect_keys(json["provenance"], {"version", "data_sha256", "options", "seed", "model_calls"});
  expect_keys(json["user"], {"summary", "summary_noise", "view", "quadratic_knowing", "already_known", "set_aside"});
  const Json& explanation = json["explanation"];
  expect_keys(explanation, {"method", "family", "sparsity", "features", "summary_coefficients"});
  expect_null(explanation, {"intercept", "lasso", "cost", "budget"});
  expect_null(explanation["uncertainty"], {"before", "after", "removed", "variance_removed", "helped", "floor"});
  expect_keys(explanation["information"], {"nats", "bits", "infinite", "estimator"});
  expect_null(explanation["information"], {"of_bits", "interval_bits", "gaussian_interval_bits", "honest_bits",
                                           "honest_method", "stability", "p_value", "p_value_by"});
  expect_keys(explanation["certificate"], {"optimal", "nodes", "statement"});
  expect_null(explanation["certificate"], {"bound_bits", "gap"});
  expect_keys(explanation["features"][0], {"name", "family", "sources", "marks"});
  expect_null(explanation["features"][0],
              {"index", "coefficient", "lasso_coefficient", "columns", "stability", "noise", "shown_step", "cost"});
}

TEST(ExplanationJson, NatsAreToldInBits) {
  explain::Explanation e = barest();
  e.information.nats = 2 * kBit;
  e.information.objective_nats = kBit;
  e.information.corrected_nats = -0.5 * kBit;
  e.information.interval_nats = information::Interval{kBit, INFINITY};
  e.information.honest_nats = 0;
  e.claim.bound_nats = 3 * kBit;
  e.claim.gap_nats = 2 * kBit;
  const Json json = to_json(e, {})["explanation"];
  EXPECT_DOUBLE_EQ(json["information"]["nats"], 2 * kBit);
  EXPECT_DOUBLE_EQ(json["information"]["bits"], 2);
  EXPECT_DOUBLE_EQ(json["information"]["objective_bits"], 1);
  EXPECT_DOUBLE_EQ(json["information"]["corrected_bits"], -0.5);
  EXPECT_EQ(json["information"]["interval_bits"], Json::parse("[1.0, null]"));
  EXPECT_EQ(json["information"]["honest_bits"], 0.0);
  EXPECT_DOUBLE_EQ(json["certificate"]["bound_bits"], 3);
  EXPECT_DOUBLE_EQ(json["certificate"]["gap"], 2);
  EXPECT_EQ(json["certificate"]["optimal"], false);
}

TEST(ExplanationJson, InfiniteInformationHasNoBitsAndNoGap) {
  explain::Explanation e = barest();
  e.information.nats = 1;  // of the directions that are not settled
  e.information.infinite = true;
  e.claim.kind = information::Claim::Kind::kBestOfAll;
  e.impersonal_all = explain::FactSet{{"a"}, 0.5, true, {}};
  const Json json = to_json(e, {});
  const Json& information = json["explanation"]["information"];
  EXPECT_EQ(information["infinite"], true);
  expect_null(information, {"nats", "bits", "objective_bits", "corrected_bits", "interval_bits"});
  expect_null(json["explanation"]["certificate"], {"bound_bits"});
  EXPECT_EQ(json["explanation"]["certificate"]["gap"], 0.0);
  EXPECT_EQ(json["explanation"]["certificate"]["optimal"], true);
  EXPECT_EQ(json["impersonal"]["all"], Json::parse(R"({"features": ["a"], "bits": null, "infinite": true})"));
}

TEST(ExplanationJson, AFactOfSeveralColumnsHasACoefficientForEach) {
  explain::Explanation e = barest();
  explain::Fact city;
  city.name = "city";
  city.index = 4;
  city.columns = {{"city=Oslo", "Oslo", {0}}, {"city=Rome", "Rome", {2.5}}};
  city.shown_with = {.noise = 0.5, .step = 0};
  city.marks = {"with_others"};
  e.facts = {city};
  const Json fact = to_json(e, {})["explanation"]["features"][0];
  EXPECT_EQ(fact["index"], 4);
  EXPECT_EQ(fact["columns"], Json::parse(R"([{"name": "city=Oslo", "coefficient": 0.0},
                                             {"name": "city=Rome", "coefficient": 2.5}])"));
  expect_null(fact, {"coefficient", "shown_step"});
  EXPECT_EQ(fact["noise"], 0.5);
  EXPECT_EQ(fact["marks"], Json::array({"with_others"}));
}

TEST(ExplanationJson, SeveralPredictionsAreLists) {
  explain::Explanation e = barest();
  e.predictions = {"p", "q"};
  e.intercept = {1, 2};
  e.uncertainty.before = {3, 4};
  e.facts.resize(1);
  e.facts[0].coefficient = {5, 6};
  const Json json = to_json(e, {});
  EXPECT_EQ(json["prediction"], Json::array({"p", "q"}));
  EXPECT_EQ(json["explanation"]["intercept"], Json::parse("[1.0, 2.0]"));
  EXPECT_EQ(json["explanation"]["uncertainty"]["before"], Json::parse("[3.0, 4.0]"));
  EXPECT_EQ(json["explanation"]["features"][0]["coefficient"], Json::parse("[5.0, 6.0]"));
  EXPECT_EQ(to_json(barest(), {})["prediction"], "p");
}

TEST(ExplanationJson, ARowHasItsValuesAsTheTableHasThem) {
  explain::Explanation e = view::testing::written_answer();
  e.row->contributions[1].value.reset();
  e.row->contributions[1].level = "Oslo";
  e.row->contributions[1].sources = {{"b", NAN}};
  e.row->surprise_removed_nats = 2 * kBit;
  e.row->one_in_before = {4};
  e.row->one_in_after = {INFINITY};
  const Json row = to_json(e, {})["row"];
  EXPECT_EQ(row["index"], 3);
  EXPECT_EQ(row["contributions"][0]["value"], 7.0);
  EXPECT_EQ(row["contributions"][1]["value"], "Oslo");
  EXPECT_EQ(row["contributions"][1]["sources"], Json::parse(R"({"b": null})"));
  EXPECT_DOUBLE_EQ(row["surprise_removed_bits"], 2);
  EXPECT_EQ(row["one_in_before"], 4.0);
  expect_null(row, {"id", "one_in_after"});
}

TEST(ExplanationJson, WhatDecidedHowManyFactsIsNamed) {
  explain::Explanation e = barest();
  e.support = explain::Support{false, 1, {}, false};
  expect_null(to_json(e, {})["explanation"]["information"], {"decided_by"});
  e.support->decided = true;
  EXPECT_EQ(to_json(e, {})["explanation"]["information"]["decided_by"], "sign_flips");
  e.support->rule = explain::Support::Rule::kFoldGains;
  EXPECT_EQ(to_json(e, {})["explanation"]["information"]["decided_by"], "fold_gains");
}

TEST(ExplanationJson, AScoreSaysWhatTheBestWouldTell) {
  explain::Explanation e = barest();
  e.score = explain::ScoreReport{{{"a", "b"}, 2 * kBit, false, {}}, kBit, false, {}};
  Json json = to_json(e, {});
  EXPECT_EQ(json["schema"], "explainee.score.v1");
  EXPECT_EQ(json["best"]["features"], Json::array({"a", "b"}));
  EXPECT_DOUBLE_EQ(json["best"]["bits"], 2);
  EXPECT_DOUBLE_EQ(json["lost_bits"], 1);
  expect_null(json, {"lost_predictive_bits", "lost_predictive_se"});
  e.score->elsewhere = explain::BestElsewhere{1.5 * kBit, 0.5 * kBit, -0.25 * kBit, 0.125 * kBit, 2};
  json = to_json(e, {});
  EXPECT_DOUBLE_EQ(json["best"]["predictive_bits"], 1.5);
  EXPECT_DOUBLE_EQ(json["best"]["predictive_se"], 0.5);
  EXPECT_DOUBLE_EQ(json["lost_predictive_bits"], -0.25);
  EXPECT_DOUBLE_EQ(json["lost_predictive_se"], 0.125);
  e.score->lost_infinite = true;
  json = to_json(e, {});
  expect_null(json, {"lost_bits", "average"});
  EXPECT_EQ(json["lost_infinite"], true);
  EXPECT_FALSE(to_json(barest(), {}).contains("best"));
}

TEST(ExplanationJson, AnswersSayHowSureTheChoiceIsOnceItWasWeighed) {
  explain::Explanation e = barest();
  e.answers.emplace();
  e.answers->answers = 4;
  e.answers->oddity = person::Oddity::kConstant;
  Json answers = to_json(e, {})["answers"];
  EXPECT_EQ(answers["count"], 4);
  expect_null(answers, {"probability_best", "expected_bits", "expected_loss_bits", "expected_loss_share"});
  EXPECT_EQ(answers["oddity"], "constant");
  EXPECT_EQ(answers["follows_none"], true);
  e.answers->oddity = person::Oddity::kNone;
  e.answers->probability_best = 0.75;
  e.answers->expected_nats = kBit;
  e.answers->contenders = {{{{"a"}, kBit, false, {}}, 0.5}};
  answers = to_json(e, {})["answers"];
  EXPECT_EQ(answers["probability_best"], 0.75);
  EXPECT_DOUBLE_EQ(answers["expected_bits"], 1);
  expect_null(answers, {"oddity"});
  EXPECT_EQ(answers["contenders"][0]["features"], Json::array({"a"}));
}

TEST(ExplanationJson, WarningsNameOptionsAsTheReaderWritesThem) {
  explain::Explanation e = barest();
  e.warnings = {{"few", base::say("use {}", base::option("missing", "drop"))}};
  e.set_aside = {{"id", base::say("not with {}", base::option("within-bits"))}};
  const Json typed = to_json(e, {});
  EXPECT_EQ(typed["warnings"], Json::parse(R"([{"code": "few", "message": "use --missing drop"}])"));
  EXPECT_EQ(typed["user"]["set_aside"][0]["reason"], "not with --within-bits");
  EXPECT_EQ(to_json(e, {}, base::python())["warnings"][0]["message"], "use missing='drop'");
}

TEST(ExplanationJson, OptionsKeepTheirTypes) {
  const Json json = options_json({{"linear", true},
                                  {"seed", std::int64_t{7}},
                                  {"gap", 0.5},
                                  {"label", std::string("y")},
                                  {"knows", std::vector<std::string>{"a", "b"}}});
  EXPECT_EQ(json.dump(), R"({"linear":true,"seed":7,"gap":0.5,"label":"y","knows":["a","b"]})");
  EXPECT_EQ(options_json({}), Json::object());
}

TEST(ExplanationJson, AlternativesSayWhetherTheRowsTellThemApart) {
  explain::Explanation e = barest();
  e.alternatives = {{{"a"}, kBit, false, true}, {{"b"}, 0, false, {}}};
  e.curve.resize(1);
  e.curve[0].sparsity = 2;
  e.curve[0].optimal = true;
  const Json json = to_json(e, {});
  EXPECT_EQ(json["alternatives"][0]["indistinguishable"], true);
  expect_null(json["alternatives"][1], {"indistinguishable"});
  EXPECT_EQ(json["curve"][0]["sparsity"], 2);
  EXPECT_EQ(json["curve"][0]["optimal"], true);
  EXPECT_EQ(Json::parse(to_json_text(e, {})), json);
}

}  // namespace
}  // namespace explainee::report::explanation_json_test
