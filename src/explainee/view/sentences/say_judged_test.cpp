#include "explainee/view/sentences/say_judged.h"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "explainee/view/make_view.h"
#include "explainee/view/sentences/sentences.h"
#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::say_judged_test {
namespace {

using testing::expect_in_order;
using testing::says;

constexpr double kBit = std::numbers::ln2;

/// Facts a and b tell 1 bit; d and e would tell 1.5.
explain::Explanation judged() {
  explain::Explanation e = testing::written_answer();
  e.score.emplace();
  e.score->best.features = {"d", "e"};
  e.score->best.nats = 1.5 * kBit;
  e.score->lost_nats = 0.5 * kBit;
  return e;
}

std::string text_of(const explain::Explanation& e) {
  return testing::said(say_judged, e, testing::names_of_p("points", ""));
}

TEST(SayJudged, WhatItTellsThenTheErrorThenTheBest) {
  const std::string text = text_of(judged());
  expect_in_order(text, {"c", "a and b", "1 bit", "risk", "20 points", "10 points", "d and e", "1.5 bits", "0.5 bits"});
}

TEST(SayJudged, WhatIsNoNewsHasNoErrorToTell) {
  explain::Explanation e = judged();
  e.information.nats = e.information.objective_nats = 0;
  const std::string text = text_of(e);
  EXPECT_TRUE(says(text, "0 bits")) << text;
  EXPECT_FALSE(says(text, "20 points")) << text;
  e.summary.clear();
  EXPECT_NE(text_of(e), text);  // nothing follows from nothing
}

TEST(SayJudged, WhereNothingIsLostNoOtherSetIsNamed) {
  explain::Explanation e = judged();
  e.score->lost_nats = 0;
  const std::string proven = text_of(e);
  EXPECT_FALSE(says(proven, "d and e")) << proven;
  e.claim.kind = information::Claim::Kind::kNothingProven;
  EXPECT_NE(text_of(e), proven);
}

TEST(SayJudged, WhatSettlesIsInfinitelyMuchAndSoIsWhatIsLost) {
  explain::Explanation e = judged();
  e.score->best.infinite = e.score->lost_infinite = true;
  const std::string text = text_of(e);
  EXPECT_TRUE(says(text, "d and e")) << text;
  EXPECT_TRUE(says(text, "infinitely")) << text;
  EXPECT_FALSE(says(text, "1.5 bits")) << text;
}

TEST(SayJudged, AMapIsAlsoTakenAsOneAverage) {
  explain::Explanation e = judged();
  e.score->average = explain::FactSet{{"a", "b", "d", "e", "f", "g", "h"}, 0.25 * kBit, false, {}};
  expect_in_order(text_of(e), {"0.5 bits", "7 columns", "0.25 bits"});
}

/// On other rows the typical error goes from 21 to 14.7; .625 ± .125 bits. The best set tells .25 ± .05 more there.
explain::Explanation judged_elsewhere() {
  explain::Explanation e = judged();
  explain::Predictive rows;
  rows.nats = 0.625 * kBit;
  rows.error = 0.125 * kBit;
  rows.before = {21};
  rows.after = {14.7};
  rows.closer = 0.69;
  e.predictive = rows;
  e.score->elsewhere = explain::BestElsewhere{0.875 * kBit, 0.125 * kBit, 0.25 * kBit, 0.05 * kBit, 2.1};
  return e;
}

TEST(SayJudged, LeadsWithRowsThatWereNotUsed) {
  const std::string text = text_of(judged_elsewhere());
  expect_in_order(text, {"risk", "21 points", "a and b", "14.7 points", "30 %", "not used for fitting", "69 %",
                         "further away", "31 %", "0.625 ± 0.125 bits", "d and e", "0.875 ± 0.125 bits",
                         "not used for choosing", "0.250 ± 0.050 bits more"});
  for (const char* own : {"20 points", "10 points", "1 bit", "1.5 bits", "clear"})
    EXPECT_FALSE(says(text, own)) << own << ": " << text;
}

TEST(SayJudged, WhatMayBeChanceOrDoesHarmIsSaid) {
  explain::Explanation e = judged_elsewhere();
  e.predictive->nats = 0.2 * kBit;
  expect_in_order(text_of(e), {"0.200 ± 0.125 bits, not clearly more than nothing", "0.25"});
  e.predictive->nats = -0.5 * kBit;
  e.predictive->after = {22};
  expect_in_order(text_of(e), {"no less", "-0.500 ± 0.125 bits", "does better without them"});
  e.score->elsewhere->lost_nats = -0.02 * kBit;
  expect_in_order(text_of(e), {"0.0200 ± 0.0500 bits less, no clear difference"});
}

TEST(SayJudged, BitsOfTheRowsAtHandAreDetails) {
  const explain::Explanation e = judged_elsewhere();
  std::string details;
  for (const Sentence& sentence : sentences(e, {}))
    if (sentence.topic == Topic::kCertainty) details += sentence.text + " ";
  expect_in_order(details, {"fitted to: 1 bit", "chosen from", "d and e", "1.5 bits", "0.5 bits more"});
  EXPECT_EQ(details.find("0.625"), std::string::npos) << details;
  EXPECT_EQ(make_view(e, {}).measured_on, "rows not used for fitting");
}

TEST(SayJudged, OfAClassItIsHowOftenItIsNamed) {
  explain::Explanation e = judged_elsewhere();
  e.label = explain::LabelReport{"city", {"Oslo", "Rome"}, 0.6, 0.9, true};
  e.predictive->right_before = 0.71;
  e.predictive->right_after = 0.78;
  expect_in_order(text_of(e), {"city", "71 %", "78 %", "not used for fitting", "0.625 ± 0.125 bits", "d and e"});
}

TEST(SayJudged, SeveralPredictionsHaveTheirBitsTogether) {
  explain::Explanation e = judged_elsewhere();
  e.predictions = {"p", "q"};
  e.uncertainty.before = e.uncertainty.after = {1, 1};
  e.predictive->before = {21, 2};
  e.predictive->after = {14.7, 1.5};
  expect_in_order(text_of(e), {"14.7 points", "q", "1.5", "all predictions together", "0.625 ± 0.125 bits"});
}

TEST(SayJudged, ChanceIsNeverSaidToBeImpossible) {
  explain::Explanation e = judged();
  e.information.p_value = 0.0321;
  EXPECT_TRUE(says(text_of(e), "about 3 of 100 cases (p = 0.0321)"));
  e.information.p_value = 0.42;
  EXPECT_TRUE(says(text_of(e), "about 4 of 10 cases"));
  e.information.p_value = 0.97;
  EXPECT_TRUE(says(text_of(e), "nearly all cases"));
  e.information.p_value = 0.0004;
  EXPECT_TRUE(says(text_of(e), "about 4 of 10,000 cases"));
  e.information.p_value = 1e-30;
  EXPECT_TRUE(says(text_of(e), "0.0001"));
  EXPECT_EQ(text_of(e).find("e-30"), std::string::npos);
}

TEST(SayJudged, WhatATestFromMomentsTakesForGrantedIsSaid) {
  explain::Explanation e = judged();
  e.information.p_value = 0.0321;
  e.information.test = information::TestBasis::kEqualVariances;
  EXPECT_TRUE(says(text_of(e), "as large in all rows"));
  e.information.test = information::TestBasis::kSignFlips;
  EXPECT_FALSE(says(text_of(e), "as large in all rows"));
}

}  // namespace
}  // namespace explainee::view::say_judged_test
