#include "explainee/view/sentences/say_person.h"

#include <gtest/gtest.h>

#include <numbers>
#include <set>
#include <string>

#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::say_person_test {
namespace {

using testing::expect_in_order;
using testing::said;
using testing::says;

constexpr double kBit = std::numbers::ln2;

TEST(SayNeighbourhood, NamesTheRowItsNeighboursAndWhatTellsMostEverywhere) {
  explain::Explanation e = testing::written_answer();
  e.local = explain::LocalReport{17, 42, 30, 0.5, {"a", "p"}, {{"d"}, kBit, false, {}}};
  expect_in_order(said(say_neighbourhood, e, testing::names_of_p("", "")), {"42", "17", "a and risk", "d"});
  e.local->everywhere.features = {"b", "a"};  // the same facts in another order
  const std::string same = said(say_neighbourhood, e);
  EXPECT_FALSE(says(same, "b and a")) << same;
  e.local->everywhere.features = {"b", "d"};
  EXPECT_TRUE(says(said(say_neighbourhood, e), "b and d"));
}

TEST(SayNoise, IsTheNoiseThatCountsInItsUnits) {
  explain::Explanation e = testing::written_answer();
  EXPECT_EQ(said(say_noise, e), "");
  e.summary_noise = {{"p", 2.5, 1.5, "option"}};
  const PlainNames names = testing::names_of_p("points", "10*x");
  const std::string as_it_is = said(say_noise, e, names);
  expect_in_order(as_it_is, {"risk", "25 points"});
  e.noise_free = true;
  expect_in_order(said(say_noise, e, names), {"risk", "15 points"});  // what could be taken out
}

TEST(SayAnswers, CountsThemAndSaysWhatIsOddAboutThem) {
  explain::Explanation e = testing::written_answer();
  e.answers.emplace();
  std::set<std::string> texts = {said(say_answers, e)};
  e.answers->answers = 4;
  for (const person::Oddity oddity : {person::Oddity::kNone, person::Oddity::kConstant, person::Oddity::kContradictory,
                                      person::Oddity::kFollowsNone}) {
    e.answers->oddity = oddity;
    EXPECT_TRUE(says(said(say_answers, e), "4")) << said(say_answers, e);
    texts.insert(said(say_answers, e));
  }
  EXPECT_EQ(texts.size(), 5U);
  e.answers->answers = 1;
  EXPECT_EQ(said(say_answers, e).find("1 answers"), std::string::npos);
}

TEST(SayAnswers, TellsTheChanceAndWhatIsLostOnceItWasWeighed) {
  explain::Explanation e = testing::written_answer();
  e.answers.emplace();
  e.answers->answers = 4;
  e.answers->expected_nats = e.information.nats;
  e.answers->lost_nats = 0.25 * kBit;
  EXPECT_FALSE(says(said(say_answers, e), "0.25"));
  e.answers->probability_best = 0.83;
  expect_in_order(said(say_answers, e), {"83 %", "0.25", "1.25"});
  const std::string near = said(say_answers, e);
  e.answers->expected_nats = 0.5 * kBit;  // far from the bits of the typical one
  EXPECT_TRUE(says(said(say_answers, e), "0.5 bits"));
  EXPECT_FALSE(says(near, "0.5 bits"));
}

TEST(SayDraws, WhatVariesFromDrawToDrawIsSaidWhereItDoes) {
  explain::Explanation e = testing::written_answer();
  EXPECT_EQ(said(say_draws, e), "");
  e.uncertainty.floor = 0;
  EXPECT_EQ(said(say_draws, e), "");
  e.uncertainty.floor = 1.5;
  EXPECT_TRUE(says(said(say_draws, e, testing::names_of_p("points", "")), "1.5 points"));
}

}  // namespace
}  // namespace explainee::view::say_person_test
