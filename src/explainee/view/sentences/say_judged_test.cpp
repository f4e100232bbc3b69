#include "explainee/view/sentences/say_judged.h"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

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

TEST(SayJudged, ChanceIsNeverSaidToBeImpossible) {
  explain::Explanation e = judged();
  e.information.p_value = 0.0321;
  EXPECT_TRUE(says(text_of(e), "0.0321"));
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
