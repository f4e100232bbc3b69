#include "explainee/view/sentences/say_certainty.h"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "explainee/view/sentences/phrases/claim_text.h"
#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::say_certainty_test {
namespace {

using testing::expect_in_order;
using testing::said;
using testing::says;

constexpr double kBit = std::numbers::ln2;

TEST(SayProof, SaysWhatWasProvenAndHowFarABoundIsOff) {
  explain::Explanation e = testing::written_answer();
  e.claim.most_facts = 2;
  const std::string proven = said(say_proof, e);
  EXPECT_NE(proven.find(statement(e.claim)), std::string::npos) << proven;
  e.claim.kind = information::Claim::Kind::kBoundOnly;
  e.claim.bound_nats = 1.25 * kBit;
  e.claim.gap_nats = 0.25 * kBit;
  const std::string bounded = said(say_proof, e);
  expect_in_order(bounded, {statement(e.claim), "0.25 bits"});
  e.claim.kind = information::Claim::Kind::kNothingProven;
  e.claim.bound_nats.reset();
  EXPECT_EQ(said(say_proof, e).find("0.25"), std::string::npos);
  EXPECT_NE(said(say_proof, e).find(statement(e.claim)), std::string::npos);
}

TEST(SayProof, BitsOfIndicatorsAreToldApartFromBitsOfTheClass) {
  explain::Explanation e = testing::written_answer();
  e.claim.most_facts = 2;
  e.claim.objective = information::Claim::Objective::kClassIndicators;
  e.claim.kind = information::Claim::Kind::kBoundOnly;
  e.claim.bound_nats = 1.25 * kBit;
  e.claim.gap_nats = 0.25 * kBit;
  const std::string text = said(say_proof, e);
  const std::size_t end = text.find("0.25 bits more than this one.");
  ASSERT_NE(end, std::string::npos) << text;
  EXPECT_NE(text.substr(0, end).find("1.25 bits on these rows with each class as a number"), std::string::npos) << text;
  EXPECT_EQ(text.substr(0, end).find("class itself"), std::string::npos) << text;
  EXPECT_NE(text.find("class itself", end), std::string::npos) << text;
  EXPECT_NE(statement(e).find("class itself"), std::string::npos);  // for programs it is one sentence
}

TEST(SayLasso, SaysForWhichPenaltiesItAgrees) {
  explain::Explanation e = testing::written_answer();
  e.lasso.emplace();
  e.lasso->lambda = information::Interval{2, 3.5};
  e.lasso->max_correlation_given_user = 0.71;
  e.lasso->max_correlation_with_user = 0.13;
  const std::string never = said(say_lasso, e);
  expect_in_order(never, {"2", "3.5", "0.71", "0.13"});
  e.lasso->equal_for = information::Interval{4.25, 6};
  expect_in_order(said(say_lasso, e), {"2", "3.5", "4.25", "6", "0.71", "0.13"});
  e.lasso->lambda = information::Interval{5, 5};  // the one that was asked for
  EXPECT_FALSE(says(said(say_lasso, e), "5"));
}

TEST(SayCertainty, BitsAndTheirInterval) {
  explain::Explanation e = testing::written_answer();
  EXPECT_TRUE(says(said(say_certainty, e), "1 bit"));
  e.information.interval_nats = information::Interval{0.75 * kBit, 1.25 * kBit};
  expect_in_order(said(say_certainty, e), {"1 bit", "0.75", "1.25"});
  e.information.infinite = true;
  EXPECT_EQ(said(say_certainty, e), "");
}

TEST(SayCertainty, WhatIsChargedForColumnsIsSaid) {
  explain::Explanation e = testing::written_answer();
  e.information.objective_nats = 0.875 * kBit;
  EXPECT_TRUE(says(said(say_certainty, e), "0.125"));
  e.information.objective_nats = e.information.nats;
  EXPECT_FALSE(says(said(say_certainty, e), "0.125"));
}

TEST(SayCertainty, WhatHoldsOnOtherRowsDiffersFromWhatMayBeChance) {
  explain::Explanation e = testing::written_answer();
  e.information.honest_nats = 0.625 * kBit;
  const std::string holds = said(say_certainty, e);
  EXPECT_TRUE(says(holds, "0.625")) << holds;
  EXPECT_FALSE(says(holds, "chance")) << holds;
  e.information.honest_nats = -0.125 * kBit;
  EXPECT_TRUE(says(said(say_certainty, e), "chance"));
}

TEST(SayCertainty, HowOftenTheSameIsChosenAgain) {
  explain::Explanation e = testing::written_answer();
  EXPECT_FALSE(says(said(say_certainty, e), "85 %"));
  e.information.stability = 0.85;
  EXPECT_TRUE(says(said(say_certainty, e), "85 %"));
}

TEST(SayOthers, OnlySetsThatTheRowsCannotTellApartAreNamed) {
  explain::Explanation e = testing::written_answer();
  e.alternatives = {{{"d", "e"}, kBit, false, true}, {{"f"}, kBit, false, false}, {{"g"}, kBit, false, {}}};
  const std::string text = said(say_others, e);
  EXPECT_TRUE(says(text, "d and e")) << text;
  EXPECT_FALSE(says(text, "f")) << text;
  EXPECT_FALSE(says(text, "g")) << text;
}

TEST(SayOthers, OneExplanationForAllIsSaidToWhoKnowsSomething) {
  explain::Explanation e = testing::written_answer();
  e.impersonal_unknown = explain::FactSet{{"d", "e"}, 0.25 * kBit, false, {}};
  expect_in_order(said(say_others, e), {"d and e", "0.25 bits"});
  e.impersonal_unknown->features = {"b", "a"};  // the same facts in another order
  const std::string same = said(say_others, e);
  EXPECT_NE(same, "");
  EXPECT_FALSE(says(same, "0.25 bits")) << same;
  e.summary.clear();
  EXPECT_EQ(said(say_others, e), "");
}

TEST(SayOthers, WhatFollowsFromKnownColumnsIsNamedWithWhatGivesItAway) {
  explain::Explanation e = testing::written_answer();
  e.already_known = {{"c", {"c"}}, {"d", {"c", "p"}}, {"constant", {}}};
  const std::string text = said(say_others, e, testing::names_of_p("", ""));
  expect_in_order(text, {"d", "c and risk"});
  EXPECT_FALSE(says(text, "constant")) << text;
  e.already_known.resize(1);  // what is known is known
  EXPECT_EQ(said(say_others, e), "");
}

}  // namespace
}  // namespace explainee::view::say_certainty_test
