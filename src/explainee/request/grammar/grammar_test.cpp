#include "explainee/request/grammar/grammar.h"

#include <gtest/gtest.h>

#include "explainee/base/errors/speech.h"
#include "explainee/request/grammar/formulas.h"
#include "explainee/request/grammar/values.h"
#include "explainee/request/records/records.h"
#include "explainee/request/testing/samples.h"

namespace explainee::request {
namespace {

using List = std::vector<std::string>;

/// The records of a sample that one command takes.
Written part_of(const Written& all, const std::vector<Record>& records) {
  Written part;
  for (const auto& [name, value] : all.values()) {
    if (find_record(records, name) != nullptr) part.set(name, value);
  }
  return part;
}

base::Result<Request> resolved(const char* name, Value value) {
  Written written;
  written.set(name, std::move(value));
  const bool explained = find_record(score_records(), name) == nullptr;
  return resolve(written, explained ? explain_records() : score_records(), sample_columns());
}

TEST(Grammar, EveryRecordReachesItsOwnField) {
  const Written all = sample_of_every_record();
  const Request defaults;
  for (const auto* records : {&explain_records(), &score_records()}) {
    const auto request = resolve(part_of(all, *records), *records, sample_columns());
    ASSERT_TRUE(request.ok()) << base::text(request.error(), base::command_line());
    for (const Record& record : *records) {
      ASSERT_NE(all.find(record.name), nullptr) << record.name;
      if (std::holds_alternative<Beside>(record.field)) continue;
      EXPECT_NE(value_of(record, request.value()), value_of(record, defaults)) << record.name;
      Request alone = defaults;
      const auto one = resolved(std::string(record.name).c_str(), *all.find(record.name));
      if (one.ok()) alone = one.value();
      for (const Record& other : *records) {
        if (one.ok() && other.name != record.name) {
          EXPECT_EQ(value_of(other, alone), value_of(other, defaults)) << record.name;
        }
      }
    }
  }
}

TEST(Grammar, NamesGlobsAndRanges) {
  EXPECT_EQ(resolved("knows", List{"s*", "bmi"}).value().who.knows, (List{"s1", "s2", "s3", "bmi"}));
  EXPECT_EQ(resolved("told", List{"x1..x10"}).value().who.told, (List{"x1", "x2", "x10"}));
  EXPECT_EQ(resolved("prediction", List{"p", "p"}).value().what.prediction, (List{"p", "p"}));
  EXPECT_EQ(resolved("label", std::string("y")).value().what.label, "y");
  const auto several = resolved("label", std::string("s*"));
  ASSERT_FALSE(several.ok());
  EXPECT_EQ(several.error().code, base::ErrorCode::kBadOption);
  const auto none = resolved("knows", List{"bmj"});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, base::ErrorCode::kUnknownColumn);
}

TEST(Grammar, WeightsSplitAtTheLastEqualsUnlessAColumnIsCalledSo) {
  const auto reasons = [](const List& texts) { return resolved("reasons-from", texts).value().who.reasons_from; };
  using Columns = std::vector<WeightedColumn>;
  EXPECT_EQ(reasons({"bmi=2", "s*=-1"}), (Columns{{"bmi", 2.0}, {"s1", -1.0}, {"s2", -1.0}, {"s3", -1.0}}));
  EXPECT_EQ(reasons({"a=2"}), (Columns{{"a=2", std::nullopt}}));
  EXPECT_EQ(reasons({"a=2=3"}), (Columns{{"a=2", 3.0}}));
  EXPECT_FALSE(resolved("reasons-from", List{"bmi=two"}).ok());
  EXPECT_FALSE(resolved("reasons-from", List{"bmi=inf"}).ok());
}

TEST(Grammar, PairsAndLists) {
  const auto facts = [](const char* name, const List& texts) { return resolved(name, texts).value().facts; };
  EXPECT_EQ(facts("noise", {"bmi=2", "s*=0.5"}).noise, (std::vector<FactNoise>{{{"bmi"}, 2}, {{"s*"}, 0.5}}));
  EXPECT_EQ(facts("shown-as", {"bp=round:10"}).shown_as, (std::vector<FactSteps>{{{"bp"}, 10}}));
  EXPECT_EQ(facts("cost", {"bins=2"}).cost, (std::vector<FactCost>{{{"bins"}, 2}}));
  EXPECT_EQ(facts("group", {"blood=s*", "bp", "body=bmi"}).group,
            (std::vector<ColumnGroup>{{"blood", {"s1", "s2", "s3", "bp"}}, {"body", {"bmi"}}}));
  EXPECT_EQ(facts("cuts", {"s1..s2=1", "2.5"}).cuts, (std::vector<ColumnCuts>{{"s1", {1, 2.5}}, {"s2", {1, 2.5}}}));
  EXPECT_EQ(facts("windows", {"2", "5"}).windows, (std::vector<int>{2, 5}));
  EXPECT_EQ(facts("like", {"0", "12"}).like, (std::vector<std::int64_t>{0, 12}));
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"noise", "bmi"},           {"noise", "=2"},  {"noise", "bmi=-1"}, {"noise", "bmi=nan"}, {"shown-as", "bp=10"},
      {"shown-as", "bp=round:0"}, {"cost", "bmi"},  {"cost", "bmi=0"},   {"group", "s1"},      {"group", "=s1"},
      {"cuts", "bmi=high"},       {"windows", "1"}, {"windows", "2.5"},  {"like", "-1"},       {"like", "1.5"},
      {"summary-noise", "u"}};
  for (const auto& [name, text] : wrong) {
    const auto result = resolved(name, List{text});
    ASSERT_FALSE(result.ok()) << name << " " << text;
    EXPECT_EQ(result.error().code, base::ErrorCode::kBadOption) << name << " " << text;
  }
}

TEST(Grammar, NoiseIsOfHerOwnNumbers) {
  Written written;
  written.set("summary-noise", List{"?=0.5", "answer=2"});
  written.set("summary", List{"u", "town"});
  written.set("guess", List{"v"});
  const Request request = resolve(written, explain_records(), sample_columns()).value();
  EXPECT_EQ(request.who.summary_noise, (std::vector<OwnNoise>{{"u", 0.5}, {"v", 0.5}, {"answer", 2}}));
}

TEST(Grammar, FactsOfFamiliesAreJudgedByName) {
  EXPECT_FALSE(resolved("features", List{"bmi above 30"}).ok());
  Written written;
  written.set("features", List{"bmi above 30", "s*"});
  written.set("family", List{"bins"});
  EXPECT_EQ(resolve(written, score_records(), sample_columns()).value().facts.features,
            (List{"bmi above 30", "s1", "s2", "s3"}));
}

TEST(Grammar, FormulasKeepTheTextAsItWasWritten) {
  Written written;
  written.set("prediction", List{"x*"});
  written.set("draws", true);
  written.set("sees-mean", List{"s1..s3"});
  written.set("sees", List{"bmi > 30"});
  Request request = resolve(written, explain_records(), sample_columns()).value();
  EXPECT_EQ(formulas_of(request), (std::vector<WrittenExpression>{{"bmi > 30"}, {"mean(s1..s3)"}, {"mean(x*)"}}));
  request.written = {};
  EXPECT_EQ(prediction_formula(request).text, "mean(x1,x2,x10)");
}

TEST(Grammar, TheRecordSaysWhatWasWrittenAndLeavesOutDefaults) {
  Written written;
  written.set("knows", List{"s*"});
  written.set("seed", std::int64_t{0});
  written.set("family", List{"auto"});
  written.set("threads", std::int64_t{3});
  Request request = resolve(written, explain_records(), sample_columns()).value();
  auto given = given_options(explain_records(), request);
  ASSERT_EQ(given.size(), 1U);
  EXPECT_EQ(given[0].name, "knows");
  EXPECT_EQ(given[0].value, Value(List{"s*"}));
  request.written.erase("knows");
  EXPECT_EQ(given_options(explain_records(), request)[0].value, Value(List{"s1", "s2", "s3"}));
}

TEST(Grammar, RangesAndWordsAreChecked) {
  for (const auto& [name, value] : std::vector<std::pair<const char*, Value>>{{"folds", std::int64_t{0}},
                                                                              {"resolution", -1.0},
                                                                              {"resolution", std::nan("")},
                                                                              {"missing", std::string("level")},
                                                                              {"missing", true},
                                                                              {"method", std::string("lasso")},
                                                                              {"knows", std::string("bmi")},
                                                                              {"sparsity", std::int64_t{0}}}) {
    EXPECT_FALSE(resolved(name, value).ok()) << name;
  }
  Request request;
  request.how.folds = 0;
  EXPECT_FALSE(check_request(explain_records(), request).ok());
  EXPECT_TRUE(check_request(explain_records(), Request()).ok());
}

}  // namespace
}  // namespace explainee::request
