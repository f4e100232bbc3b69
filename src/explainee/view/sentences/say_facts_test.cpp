#include "explainee/view/sentences/say_facts.h"

#include <gtest/gtest.h>

#include <numbers>
#include <set>
#include <string>
#include <utility>

#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::say_facts_test {
namespace {

using testing::expect_in_order;
using testing::said;
using testing::says;

constexpr double kBit = std::numbers::ln2;

explain::Explanation one_fact(const explain::Fact& fact) {
  explain::Explanation e = testing::written_answer();
  e.facts = {fact};
  return e;
}

explain::Fact number_fact(double coefficient) {
  explain::Fact fact;
  fact.name = "a";
  fact.coefficient = {coefficient};
  return fact;
}

TEST(SayFacts, NamesThemWeightiestFirst) {
  explain::Explanation e = testing::written_answer();
  expect_in_order(said(say_facts, e, testing::make_names()), {"a", "triglycerides"});
  std::swap(e.facts[0], e.facts[1]);
  expect_in_order(said(say_facts, e, testing::make_names()), {"triglycerides", "a"});
}

TEST(SayFacts, TheDirectionFollowsTheSignAndMarksAreSaid) {
  std::set<std::string> texts = {said(say_facts, one_fact(number_fact(2))), said(say_facts, one_fact(number_fact(-2)))};
  for (const char* mark : {"with_others", "not_an_input"}) {
    explain::Fact fact = number_fact(2);
    fact.marks = {mark};
    texts.insert(said(say_facts, one_fact(fact)));
  }
  explain::Fact partly = number_fact(2);
  partly.marks = {"not_an_input"};
  partly.used_by_model = explain::UsedByModel::kPartly;
  texts.insert(said(say_facts, one_fact(partly)));
  EXPECT_EQ(texts.size(), 5U);
  EXPECT_EQ(said(say_facts, one_fact(number_fact(2))), said(say_facts, one_fact(number_fact(0.001))));
}

TEST(SayFacts, OfACategoryTheHighestAndTheLowestLevelAreNamed) {
  explain::Fact city;
  city.name = "city";
  city.columns = {{"city=Oslo", "Oslo", {0}}, {"city=Rome", "Rome", {2.5}}, {"city=Turku", "Turku", {-1}}};
  const std::string text = said(say_facts, one_fact(city));
  expect_in_order(text, {"city", "Rome", "Turku"});
  EXPECT_FALSE(says(text, "Oslo")) << text;
  for (explain::FactColumn& column : city.columns) column.coefficient = {1, 2};
  EXPECT_FALSE(says(said(say_facts, one_fact(city)), "Rome"));  // of several predictions no one way
}

TEST(SayFacts, NoiseAndStepsAreInTheUnitsOfTheFact) {
  explain::Fact fact = number_fact(1);
  fact.name = "p";
  fact.shown_with = {.noise = 2.5, .step = 0};
  EXPECT_TRUE(says(said(say_facts, one_fact(fact), testing::names_of_p("cm", "10*x")), "25 cm"));
  fact.shown_with = {.noise = 0, .step = 0.5};
  EXPECT_TRUE(says(said(say_facts, one_fact(fact), testing::names_of_p("cm", "10*x")), "5 cm"));
}

TEST(SayFacts, AClassGoesWithTheSignOfItsCoefficient) {
  explain::Explanation e = one_fact(number_fact(2));
  e.label = explain::LabelReport{"verdict", {"refused", "granted"}, 0.6, 0.8, true};
  EXPECT_TRUE(says(said(say_facts, e), "granted"));
  e.facts[0].coefficient = {-2};
  EXPECT_TRUE(says(said(say_facts, e), "refused"));
  e.label->classes = {"bus", "car", "bike"};
  e.facts[0].coefficient = {1, 3, 2};
  EXPECT_TRUE(says(said(say_facts, e), "car"));
}

TEST(SayFacts, ABudgetSaysWhatTheyCostAndMayCost) {
  explain::Explanation e = testing::written_answer();
  e.request.facts.budget = 7.5;
  e.facts[0].cost = 2;
  e.facts[1].cost = 1.25;
  expect_in_order(said(say_facts, e), {"3.25", "7.5"});
}

TEST(SayErrors, BeforeAndAfterOfEachPrediction) {
  explain::Explanation e = testing::written_answer();
  expect_in_order(said(say_errors, e, testing::names_of_p("points", "")),
                  {"c", "risk", "20 points", "a and b", "10 points", "50 %"});
  e.predictions = {"p", "q"};
  e.uncertainty = {{20, 8}, {10, 6}, {0.5, 0.25}, {}, {}, {}};
  expect_in_order(said(say_errors, e, testing::names_of_p("points", "")),
                  {"risk", "20 points", "10 points", "50 %", "q", "8", "6", "25 %"});
}

TEST(SayErrors, WhatIsSettledLeavesNoError) {
  explain::Explanation e = testing::written_answer();
  e.information.infinite = true;
  e.uncertainty.helped = {1};
  const std::string text = said(say_errors, e, testing::names_of_p("points", ""));
  EXPECT_TRUE(says(text, "20 points")) << text;
  EXPECT_FALSE(says(text, "10 points")) << text;
}

TEST(SayErrors, AllRowsAreSaidToBeHelpedOnlyWhereAllAre) {
  explain::Explanation e = testing::written_answer();
  std::set<std::string> texts;
  for (const double helped : {1.0, 0.999, 0.69}) {
    e.uncertainty.helped = {helped};
    const std::string text = said(say_errors, e);
    EXPECT_EQ(says(text, "100 %"), false) << text;
    EXPECT_EQ(says(text, "69 %"), helped == 0.69) << text;
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), 3U);
}

TEST(SayChances, HowMuchIsOpenAndHowOftenOneIsRight) {
  explain::Explanation e = testing::written_answer();
  e.label = explain::LabelReport{"verdict", {"no", "yes"}, 0.62, 0.81, true};
  e.information.nats = 0.25 * kBit;
  e.information.of_nats = 0.75 * kBit;
  expect_in_order(said(say_chances, e), {"c", "0.75 bits", "verdict", "a and b", "0.25", "62 %", "81 %"});
  e.information.nats = 0.75 * kBit;
  EXPECT_FALSE(says(said(say_chances, e), "0.25"));
  e.information.of_nats.reset();
  EXPECT_EQ(said(say_chances, e), "");  // stopped before
}

TEST(SayNothing, WhyThereIsNothingDependsOnWhatIsKnown) {
  explain::Explanation e = testing::written_answer();
  EXPECT_TRUE(says(said(say_nothing_to_explain, e), "c"));
  const std::string with_knowledge = said(say_nothing_to_explain, e);
  e.summary.clear();
  EXPECT_NE(said(say_nothing_to_explain, e), with_knowledge);
}

TEST(SayNothing, WhyNoFactIsToldHasThreeReasons) {
  explain::Explanation e = testing::written_answer();
  std::set<std::string> texts = {said(say_no_facts, e)};
  e.already_known = {{"a", {}}};  // constant
  EXPECT_TRUE(texts.contains(said(say_no_facts, e)));
  e.already_known = {{"a", {"c"}}};
  texts.insert(said(say_no_facts, e));
  e.method = "lasso";
  e.request.how.lambda = 2;
  texts.insert(said(say_no_facts, e));
  EXPECT_EQ(texts.size(), 3U);
}

}  // namespace
}  // namespace explainee::view::say_facts_test
