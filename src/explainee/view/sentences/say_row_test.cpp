#include "explainee/view/sentences/say_row.h"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::say_row_test {
namespace {

using testing::expect_in_order;
using testing::says;

std::string row_of(const explain::Explanation& e, const std::string& unit = "points") {
  return testing::said(say_row, e, testing::names_of_p(unit, ""));
}

/// Of a class: one prediction that is 0 or 1.
explain::Explanation class_row(double prediction, double contribution) {
  explain::Explanation e = testing::written_answer();
  e.label = explain::LabelReport{"verdict", {"refused", "granted"}, 0.6, 0.8, true};
  e.row->prediction = {prediction};
  e.row->contributions.resize(1);
  e.row->contributions[0].contribution = {contribution};
  return e;
}

std::string replaced(std::string text, const std::string& part, const std::string& other) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + other.size()))
    text.replace(at, part.size(), other);
  return text;
}

TEST(SayRow, GoesFromWhatIsExpectedByTheFactsToThePrediction) {
  const std::string text = row_of(testing::written_answer());
  expect_in_order(text, {"row 3", "100 points"});
  EXPECT_TRUE(says(text, "120 points")) << text;
  expect_in_order(text, {"a ", "7", "18.0 points", "b ", "5", "3.0 points", "5.0 points"});
}

TEST(SayRow, ARowThatHasAnIdIsCalledByNothingElse) {
  explain::Explanation e = testing::written_answer();
  e.request.what.id = "customer";
  e.row->id = "00000003";
  const std::string text = row_of(e);
  EXPECT_TRUE(says(text, "For customer 00000003 she would have expected 100 points")) << text;
  EXPECT_FALSE(says(text, "row 3")) << text;
}

TEST(SayRow, DifferencesOfPercentagesAreInPoints) {
  const std::string text = row_of(testing::written_answer(), "%");
  EXPECT_TRUE(says(text, "100 %")) << text;
  EXPECT_TRUE(says(text, "18.0 percentage points")) << text;
}

TEST(SayRow, ACategoryIsItsLevelAndHasNoExpectedValue) {
  explain::Explanation e = testing::written_answer();
  explain::Contribution& city = e.row->contributions[0];
  city.name = "city";
  city.shown = family::Shown::kLevel;
  city.level = "Oslo";
  city.value.reset();
  city.expected.reset();
  expect_in_order(row_of(e), {"city", "Oslo", "18.0"});
}

TEST(SayRow, SeveralPredictionsAreNamedEachWithItsOwnNumbers) {
  explain::Explanation e = testing::written_answer();
  e.predictions = {"p", "q"};
  e.uncertainty.before = {20, 2};
  e.row->prediction = {120, 7};
  e.row->expected = {100, 4};
  e.row->remainder = {5, 0.5};
  e.row->contributions[0].contribution = {18, 2};
  e.row->contributions[1].contribution = {-3, 0.5};
  expect_in_order(row_of(e), {"risk", "100 points", "120 points", "18.0", "5.0", "q", "4", "7", "2.00", "0.50"});
}

TEST(SayRow, AGuessIsSaidBesideWhatIsExpected) {
  explain::Explanation e = testing::written_answer();
  e.row->guesses = {{"u", 85}};
  const std::string text = row_of(e);
  for (const char* part : {"85 points", "100 points", "120 points"}) EXPECT_TRUE(says(text, part)) << text;
  e.row->guesses.clear();
  EXPECT_FALSE(says(row_of(e), "85 points"));
}

TEST(SayRow, RareGapsAreCountedInRows) {
  explain::Explanation e = testing::written_answer();
  e.row->one_in_before = {123};
  e.row->one_in_after = {41};
  expect_in_order(row_of(e), {"(20 points)", "123", "5 points", "41"});
  e.row->one_in_after.clear();
  EXPECT_TRUE(says(row_of(e), "123"));
  EXPECT_FALSE(says(row_of(e), "41"));
}

TEST(SayRow, SurpriseIsSaidWithoutASignButAsHelpOrHarm) {
  explain::Explanation e = testing::written_answer();
  e.row->surprise_removed_nats = 2.5 * std::numbers::ln2;
  const std::string helped = row_of(e);
  e.row->surprise_removed_nats = -2.5 * std::numbers::ln2;
  const std::string harmed = row_of(e);
  for (const std::string& text : {helped, harmed}) {
    EXPECT_TRUE(says(text, "2.5 bits")) << text;
    EXPECT_EQ(text.find("-2.5"), std::string::npos) << text;
  }
  EXPECT_NE(helped, harmed);
}

TEST(SayRow, OfAClassItSaysWhichOneAndWhatSpeaksForIt) {
  const std::string granted = row_of(class_row(1, 0.4));
  EXPECT_TRUE(says(granted, "granted")) << granted;
  EXPECT_FALSE(says(granted, "refused")) << granted;
  const std::string refused = row_of(class_row(0, -0.4));
  EXPECT_EQ(replaced(refused, "refused", "granted"), granted);  // what lowers the one raises the other
  EXPECT_NE(row_of(class_row(1, -0.4)), granted);
}

TEST(SayRow, OfSeveralClassesTheLikeliestIsThePredictedOne) {
  explain::Explanation e = class_row(0, 0);
  e.label->classes = {"bus", "car", "bike"};
  e.row->prediction = {0.1, 0.3, 0.6};
  e.row->contributions[0].contribution = {0, 0, 0.2};
  const std::string text = row_of(e);
  EXPECT_TRUE(says(text, "bike")) << text;
  EXPECT_FALSE(says(text, "bus")) << text;
}

}  // namespace
}  // namespace explainee::view::say_row_test
