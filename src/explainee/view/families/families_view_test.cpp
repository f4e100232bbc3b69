#include "explainee/view/families/families_view.h"

#include <gtest/gtest.h>

#include "explainee/view/testing/small_answer.h"

namespace explainee::view {
namespace {

explain::FamilyComparison two_families() {
  explain::FamilyComparison comparison;
  comparison.about.rows = 80;
  comparison.about.predictions = {"p"};
  explain::FamilyCurve features;
  features.family = "features";
  features.candidates = 8;
  features.before = {3.48};
  explain::FamilyPoint point;
  point.set.nats = 0.6931471805599453;  // 1 bit
  point.after = {1.74};
  point.seconds = 0.0004;
  point.optimal = true;
  features.points.push_back(point);
  explain::FamilyCurve rules = features;
  rules.family = "rules";
  rules.points[0].optimal = false;
  rules.points[0].seconds = 1.25;
  rules.points.push_back(rules.points[0]);
  rules.points[1].set.infinite = true;
  comparison.curves = {features, rules};
  comparison.left_out = {{"examples", "too few rows"}};
  return comparison;
}

TEST(FamiliesView, NumbersAreInTheUnitsOfThePredictionAsShown) {
  const FamiliesView view = families_view(two_families(), testing::names_of_p("points", "10*x"));
  EXPECT_EQ(view.subject, "risk");
  EXPECT_EQ(view.person, "somebody who knows nothing of the row");
  EXPECT_EQ(view.rows, 80);
  const FamilyView& features = view.families[0];
  EXPECT_EQ(features.before.text, "34.8");
  EXPECT_EQ(features.steps[0].bits.text, "1.000");
  EXPECT_EQ(features.steps[0].error.text, "17.4");
  EXPECT_EQ(features.steps[0].seconds, "<0.001");
  EXPECT_EQ(features.end, "1.00");
  EXPECT_EQ(view.families[1].steps[0].seconds, "1.250");
  EXPECT_EQ(view.families[1].end, "∞");
}

TEST(FamiliesView, NotesSayWhatIsNotProvenAndLeftOut) {
  const FamiliesView view = families_view(two_families(), testing::names_of_p("%", ""));
  ASSERT_EQ(view.notes.size(), 4U);
  EXPECT_NE(view.notes[0].find("about risk, in percentage points"), std::string::npos) << view.notes[0];
  EXPECT_EQ(view.notes[2], "*: the best found, not proven best.");
  EXPECT_EQ(view.notes[3], "Left out: examples (too few rows).");
}

}  // namespace
}  // namespace explainee::view
