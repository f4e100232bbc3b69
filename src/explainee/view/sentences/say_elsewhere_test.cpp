#include "explainee/view/sentences/say_elsewhere.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <string>

#include "explainee/view/make_view.h"
#include "explainee/view/sentences/phrases/claim_text.h"
#include "explainee/view/sentences/say_certainty.h"
#include "explainee/view/sentences/sentences.h"
#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::say_elsewhere_test {
namespace {

using testing::expect_in_order;
using testing::said;
using testing::says;

constexpr double kBit = std::numbers::ln2;

/// On other rows the typical error goes from 21 to 14.7 only; .625 ± .125 bits.
explain::Explanation measured() {
  explain::Explanation e = testing::written_answer();
  explain::Predictive rows;
  rows.nats = 0.625 * kBit;
  rows.error = 0.125 * kBit;
  rows.before = {21};
  rows.after = {14.7};
  rows.closer = 0.69;
  e.predictive = rows;
  e.support = explain::Support{true, 2, {0.001, 0.001}, false};
  return e;
}

std::string all_of(const explain::Explanation& e) {
  std::string text;
  for (const Sentence& sentence : sentences(e, {})) text += sentence.text + " ";
  return text;
}

TEST(SayElsewhere, TheHeadlineIsOfRowsThatTookNoPart) {
  const explain::Explanation e = measured();
  const Sentence headline = sentences(e, {}).front();
  EXPECT_EQ(headline.weight, Weight::kHeadline);
  expect_in_order(headline.text, {"21", "14.7", "30 %", "not used for choosing"});
  EXPECT_FALSE(says(all_of(e), "10")) << "the error on the rows of the choice";
  expect_in_order(said(say_errors_elsewhere, e), {"closer", "69 %", "not closer", "31 %"});
}

TEST(SayElsewhere, FactsThatDoNotHelpThereAreNotSaidTo) {
  explain::Explanation e = measured();
  e.predictive->after = {21.5};
  EXPECT_TRUE(says(said(say_errors_elsewhere, e), "no less"));
}

TEST(SayElsewhere, WithAFixedNumberOfFactsTheOtherRowsGoFurtherAway) {
  explain::Explanation e = measured();
  e.support->decided = false;
  expect_in_order(said(say_errors_elsewhere, e), {"69 %", "further away", "31 %"});
}

TEST(SayElsewhere, WhatIsNotFoundAgainMayBeChance) {
  explain::Explanation e = measured();
  e.support->p_values = {0.001, 0.03, 0.4};
  e.predictive->closer = e.predictive->nats = e.predictive->error = 0;
  e.predictive->after = e.predictive->before;
  EXPECT_TRUE(says(said(say_errors_elsewhere, e), "may be chance"));
  EXPECT_EQ(said(say_errors_elsewhere, e).find("closer"), std::string::npos);
  EXPECT_EQ(said(say_support, e), "");
}

TEST(SayElsewhere, APredictionThatFollowsFromOthersHasNoFigure) {
  explain::Explanation e = measured();
  e.predictions = {"p", "q"};
  e.predictive->before = {21, std::numeric_limits<double>::quiet_NaN()};
  e.predictive->after = e.predictive->before;
  EXPECT_EQ(said(say_errors_elsewhere, e).find("nan"), std::string::npos);
}

TEST(SayElsewhere, BitsStandWithTheirErrorBeforeThoseOfTheChoice) {
  expect_in_order(said(say_certainty, measured()), {"0.625 ± 0.125 bits", "not used", "1 bit", "chosen from"});
}

TEST(SayElsewhere, OfAClassItIsHowOftenItIsNamed) {
  explain::Explanation e = measured();
  e.label = explain::LabelReport{"city", {"Oslo", "Rome"}, 0.6, 0.9, true};
  e.information.of_nats = 2 * kBit;
  e.predictive->right_before = 0.71;
  e.predictive->right_after = 0.78;
  expect_in_order(sentences(e, {}).front().text, {"city", "named correctly", "71 %", "78 %", "not used"});
  const View view = make_view(e, {});
  ASSERT_TRUE(view.right);
  EXPECT_EQ(view.right->after.text, "78 %");
  EXPECT_DOUBLE_EQ(view.gaps.front().after.value, 1.375);
}

TEST(SayElsewhere, FewerFactsThanWereAskedForAreExplained) {
  explain::Explanation e = measured();
  EXPECT_EQ(said(say_support, e), "");
  e.support->p_values = {0.001, 0.001, 0.4};
  EXPECT_TRUE(says(said(say_support, e), "Only 2 facts are"));
  e.facts.resize(1);
  EXPECT_TRUE(says(said(say_support, e), "Only 1 fact is"));
  e.support->decided = false;
  EXPECT_EQ(said(say_support, e), "");
}

TEST(SayElsewhere, NothingToldStandsAloneAndTheBestFoundIsMuted) {
  explain::Explanation e = measured();
  e.facts.clear();
  e.claim.kind = information::Claim::Kind::kNothingSupported;
  e.unsupported = explain::FactSet{{"a", "b"}, 0.01 * kBit, false, {}};
  const auto all = sentences(e, {});
  EXPECT_EQ(all[0].weight, Weight::kHeadline);
  EXPECT_TRUE(says(all[0].text, "more than chance"));
  EXPECT_EQ(all[1].weight, Weight::kDetail);
  expect_in_order(all[1].text, {"a and b", "0.01 bits"});
  EXPECT_EQ(all.back().text, kNotCauses);
  EXPECT_EQ(all.back().weight, Weight::kBody);
  EXPECT_TRUE(make_view(e, {}).gaps.empty());
}

TEST(SayElsewhere, FromMomentsItSaysByWhichRuleAndCountsNoRows) {
  explain::Explanation e = measured();
  EXPECT_EQ(said(say_support, e), "");
  e.support->rule = explain::Support::Rule::kFoldGains;
  e.predictive->closer.reset();
  EXPECT_TRUE(says(said(say_support, e), "Moments have no rows"));
  EXPECT_EQ(said(say_errors_elsewhere, e).find("closer"), std::string::npos);
  e.facts.clear();
  EXPECT_TRUE(says(said(say_nothing_supported, e), "Moments have no rows"));
}

TEST(SayElsewhere, ASingleFactIsOne) {
  explain::Explanation e = measured();
  e.facts.resize(1);
  EXPECT_TRUE(says(said(say_errors_elsewhere, e), "it leads closer"));
}

TEST(SayElsewhere, TheViewHasTheSameFigures) {
  const View view = make_view(measured(), {});
  EXPECT_EQ(view.gaps.front().before.value, 21);
  EXPECT_EQ(view.gaps.front().after.value, 14.7);
  EXPECT_EQ(view.gaps.front().summed, "0.625 ± 0.125 bits");
  EXPECT_FALSE(view.measured_on.empty());
  EXPECT_TRUE(make_view(testing::written_answer(), {}).measured_on.empty());
}

TEST(SayElsewhere, TheReaderAndTheShapesAreNamedWhereTheyWereFitted) {
  explain::Explanation e = measured();
  e.request.who.reader = request::ReaderKind::kFlexible;
  e.request.facts.family = {"auto"};
  EXPECT_NE(statement(e).find("given these shapes and this reader"), std::string::npos);
  EXPECT_TRUE(says(said(say_proof, e), "flexibly"));
  e.request.facts.family = {"features"};
  EXPECT_EQ(statement(e).find("shapes"), std::string::npos);
  EXPECT_NE(statement(e).find("given this reader"), std::string::npos);
  e.support.reset();
  EXPECT_EQ(statement(e), statement(e.claim));
}

}  // namespace
}  // namespace explainee::view::say_elsewhere_test
