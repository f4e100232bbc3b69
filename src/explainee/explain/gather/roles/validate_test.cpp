#include "explainee/explain/gather/roles/validate.h"

#include <gtest/gtest.h>

#include <functional>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/request/records/records.h"

namespace explainee::explain::validate_test {
namespace {

using Change = std::function<void(request::Request&)>;
using request::Method;

base::Result<void> checked(const Input& input, const Change& change, bool judging = false) {
  request::Request request = testing::about_p();
  change(request);
  return validate(input, request, judging, judging ? request::score_records() : request::explain_records());
}

/// Refused as an option that is wrong, and the sentence says this.
void expect_bad(const base::Result<void>& result, const std::string& words) {
  ASSERT_FALSE(result.ok()) << words;
  EXPECT_EQ(result.error().code, base::ErrorCode::kBadOption) << words;
  const std::string said = base::text(result.error(), base::command_line());
  EXPECT_NE(said.find(words), std::string::npos) << said;
}

TEST(Validate, WishesThatDoNotGoTogetherAreRefused) {
  const testing::SmallTable rows;
  const std::vector<std::pair<std::string, Change>> wishes = {
      {"--answer-words belongs to --answers",
       [](auto& r) {
         r.who.answer_words = {"low", "high"};
       }},
      {"--lambda belongs to --method lasso", [](auto& r) { r.how.lambda = 1; }},
      {"--next asks for one fact", [](auto& r) { r.facts.next = true; }},
      {"--certificate goes with --method exact",
       [](auto& r) {
         r.how.certificate = true;
         r.how.method = Method::kGreedy;
       }},
      {"--versus and --prediction-scale",
       [](auto& r) {
         r.what.versus = "a";
         r.what.prediction_scale = request::Scale::kLogit;
       }},
      {"--local chooses the facts for a row", [](auto& r) { r.rows.local = true; }},
      {"--certificate proves the facts for all rows",
       [](auto& r) { r.rows.local = r.how.keep = r.how.certificate = true; }},
      {"--local goes with --method exact",
       [](auto& r) {
         r.rows.local = r.how.keep = true;
         r.how.method = Method::kLasso;
       }},
      {"--metric belongs to --local", [](auto& r) { r.rows.metric = request::Metric::kAll; }},
      {"--draws does not go with",
       [](auto& r) {
         r.what.draws = true;
         r.what.versus = "a";
       }},
      {"--raw-units belongs to --method lasso", [](auto& r) { r.how.raw_units = true; }},
      {"--cuts belongs to --family bins",
       [](auto& r) {
         r.facts.cuts = {{"a", {1}}};
       }},
      {"--windows belongs to --family averages", [](auto& r) { r.facts.windows = {2}; }},
      {"--examples belongs to --family examples", [](auto& r) { r.facts.examples = 7; }},
      {"--noise-free", [](auto& r) { r.who.noise_free = true; }},
      {"--cost",
       [](auto& r) {
         r.facts.cost = {{{"a"}, 2}};
       }},
  };
  for (const auto& [words, change] : wishes) expect_bad(checked(rows.input(), change), words);
}

TEST(Validate, WhatGoesTogetherPasses) {
  const testing::SmallTable rows;
  const std::vector<Change> wishes = {
      [](auto& r) { r.how.top = 0; },
      [](auto& r) {
        r.how.method = Method::kLasso;
        r.how.lambda = 1;
        r.how.raw_units = true;
      },
      [](auto& r) {
        r.facts.sparsity.reset();
        r.facts.next = true;
      },
      [](auto& r) {
        r.rows.local = true;
        r.rows.row = 3;
        r.rows.metric = request::Metric::kAll;
      },
      [](auto& r) {
        r.facts.family = {"bins", "averages", "examples"};
        r.facts.cuts = {{"a", {1}}};
        r.facts.windows = {2};
        r.facts.examples = 7;
      },
      [](auto& r) {
        r.facts.family.clear();  // all that apply
        r.facts.windows = {2};
      },
  };
  for (std::size_t i = 0; i < wishes.size(); ++i) EXPECT_TRUE(checked(rows.input(), wishes[i]).ok()) << i;
}

TEST(Validate, ValuesOutsideTheirRangeAreTheirOptionsFault) {
  const testing::SmallTable rows;
  const std::vector<std::pair<std::string, Change>> wishes = {
      {"top", [](auto& r) { r.how.top = -1; }},
      {"sparsity", [](auto& r) { r.facts.sparsity = 0; }},
      {"row", [](auto& r) { r.rows.row = -2; }},
      {"resolution", [](auto& r) { r.how.resolution = -0.5; }},
  };
  for (const auto& [option, change] : wishes) {
    const auto result = checked(rows.input(), change);
    ASSERT_FALSE(result.ok()) << option;
    EXPECT_EQ(result.error().code, base::ErrorCode::kBadOption);
    EXPECT_EQ(result.error().subject.option.name, option);
  }
}

TEST(Validate, ThereIsEitherATableOrMoments) {
  const testing::SmallTable rows;
  Input both = rows.input();
  both.moments = std::make_shared<const moments::Moments>();
  expect_bad(checked({}, [](auto& /*r*/) {}), "give either a table or moments");
  expect_bad(checked(both, [](auto& /*r*/) {}), "give either a table or moments");
}

TEST(Validate, AnExplainerDoesNotKeepTheDoubtOfAnswers) {
  const testing::SmallTable rows;
  data::MemoryTable answers;
  Input asked = rows.input();
  asked.answers = &answers;
  expect_bad(checked(asked, [](auto& r) { r.how.keep = true; }), "--answers");
  EXPECT_TRUE(checked(asked, [](auto& r) { r.who.answer_words = {"low", "high"}; }).ok());
  expect_bad(checked(asked, [](auto& r) { r.who.answer_words = {"low", "low"}; }), "low");
}

TEST(Validate, AJudgedSetIsNotProvenBest) {
  const testing::SmallTable rows;
  expect_bad(checked(
                 rows.input(), [](auto& r) { r.how.certificate = true; }, true),
             "--certificate belongs to");
  EXPECT_TRUE(checked(
                  rows.input(), [](auto& r) { r.facts.features = {"a"}; }, true)
                  .ok());
}

TEST(Validate, ExamplesThatAreNamedAreNotCounted) {
  const testing::SmallTable rows;
  const auto named = [](auto& r) {
    r.facts.family = {"examples"};
    r.facts.like = {1, 2};
  };
  EXPECT_TRUE(checked(rows.input(), named).ok());
  const auto counted = [&](auto& r) {
    named(r);
    r.facts.examples = 7;
  };
  expect_bad(checked(rows.input(), counted), "--examples");
}

}  // namespace
}  // namespace explainee::explain::validate_test
