#include "explainee/view/row/row_view.h"

#include <gtest/gtest.h>

#include "explainee/view/row/explained_row.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view {
namespace {

TEST(RowView, GoesFromTheExpectationFactByFactToThePrediction) {
  const RowView row = row_view({100, {{"a", "7", 18}, {"b", "5", -3}}, 5, 120}, {});
  ASSERT_EQ(row.steps.size(), 5U);
  const std::vector<double> places = {100, 118, 115, 120, 120};
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(row.steps[i].to, places[i]) << i;
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(row.steps[i].from, places[i - 1]) << i;
  EXPECT_EQ(row.steps[0].kind, StepKind::kStart);
  EXPECT_EQ(row.steps[3].kind, StepKind::kRest);
  EXPECT_EQ(row.steps[4].kind, StepKind::kEnd);
  EXPECT_EQ(row.steps[1].words(), "a 7");
  EXPECT_EQ(row.steps[3].words(), "the rest");
  EXPECT_EQ(row.steps[2].precise, "-3");
  EXPECT_EQ(row.steps[1].precise, "+18");
  EXPECT_DOUBLE_EQ(row.steps[2].share, 3.0 / 18);
  EXPECT_EQ(row.steps[0].share, 0);
}

TEST(RowView, WithoutAPredictionItEndsWhereTheFactsEnd) {
  const RowView row = row_view({10, {{"a", "1", 2}}, {}, {}}, {});
  ASSERT_EQ(row.steps.size(), 3U);
  EXPECT_FALSE(row.known);
  EXPECT_EQ(row.steps.back().kind, StepKind::kEnd);
  EXPECT_EQ(row.steps.back().to, 12);
}

TEST(RowView, LargestFirstKeepsEqualOnesInOrder) {
  EXPECT_EQ(largest_first(std::vector<double>{1, -5, 5, 0}), (std::vector<std::size_t>{1, 2, 0, 3}));
}

TEST(ExplainedRow, IsInThePredictionsUnitsAsShown) {
  const RowView row = explained_row(testing::written_answer(), testing::names_of_p("points", "")).front();
  EXPECT_EQ(row.name, "row 3");
  EXPECT_EQ(row.steps[0].text, "100 points");
  EXPECT_EQ(row.steps[1].text, "+18.0");
  EXPECT_EQ(row.steps[2].text, "-3.0");
  EXPECT_EQ(row.steps[4].text, "120 points");
}

TEST(ExplainedRow, IsCalledByItsIdAndThePlainNameOfTheColumn) {
  explain::Explanation e = testing::written_answer();
  e.request.what.id = "customer";
  e.row->id = "00000003";
  const PlainNames names = testing::names_of_p("points", "");
  EXPECT_EQ(explained_row(e, names).front().name, "customer 00000003");
  EXPECT_EQ(row_name(e, names), "customer 00000003");
  EXPECT_EQ(in_row(e, names), "For customer 00000003");
  e.row->id.clear();
  EXPECT_EQ(in_row(e, names), "In row 3");
}

TEST(ExplainedRow, AScaleThatRunsTheOtherWayTurnsEveryStep) {
  const RowView row = explained_row(testing::written_answer(), testing::names_of_p("%", "300 - 2*x")).front();
  EXPECT_EQ(row.steps[0].to, 100);
  EXPECT_EQ(row.steps[0].text, "100 %");
  EXPECT_EQ(row.steps[1].amount, -36);
  EXPECT_EQ(row.steps[1].text, "-36.0");
  EXPECT_EQ(row.steps[3].amount, -10);
  EXPECT_EQ(row.steps[4].to, 60);
  double sum = row.steps[0].to;
  for (const Step& step : row.steps) sum += step.amount;
  EXPECT_EQ(sum, row.steps[4].to);
}

TEST(ExplainedRow, StepsOfARealAnswerAddUp) {
  const explain::Explanation e = testing::found_answer();
  const RowView row = explained_row(e, testing::make_names()).front();
  double at = e.row->expected.front();
  for (const Step& step : row.steps) at += step.amount;
  EXPECT_NEAR(at, e.row->prediction.front(), 1e-9);
  for (std::size_t i = 1; i + 1 < row.steps.size(); ++i)
    EXPECT_NEAR(row.steps[i].to - row.steps[i].from, row.steps[i].amount, 1e-9);
}

}  // namespace
}  // namespace explainee::view
