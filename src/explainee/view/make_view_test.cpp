#include "explainee/view/make_view.h"

#include <gtest/gtest.h>

#include "explainee/view/sentences/sentences.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view {
namespace {

TEST(MakeView, HasNumbersAndTextsOfAnAnswerWrittenByHand) {
  const View view = make_view(testing::written_answer(), testing::names_of_p("points", "10*x"));
  EXPECT_EQ(view.title, "risk explained to somebody who knows c");
  EXPECT_EQ(view.rows, 50);
  ASSERT_EQ(view.gaps.size(), 1U);
  EXPECT_EQ(view.gaps[0].before.value, 200);
  EXPECT_EQ(view.gaps[0].before.text, "200 points");
  EXPECT_EQ(view.gaps[0].after.text, "100 points");
  EXPECT_EQ(view.gaps[0].left, 0.5);
  EXPECT_EQ(view.gaps[0].summed, "1 bits");
  EXPECT_TRUE(view.all_together.empty());
  EXPECT_FALSE(view.right.has_value());
}

TEST(MakeView, FactsHaveWeightsAndCoefficientsPerUnitAsShown) {
  const View view = make_view(testing::written_answer(), testing::names_of_p("points", "10*x"));
  ASSERT_EQ(view.facts.size(), 2U);
  EXPECT_EQ(view.facts[0].weight.text, "80");
  EXPECT_EQ(view.facts[0].share, 1);
  EXPECT_EQ(view.facts[0].coefficient, "+25");
  EXPECT_EQ(view.facts[0].chosen_again, "85 %");
  EXPECT_EQ(view.facts[1].share, 0.5);
  EXPECT_EQ(view.facts[1].coefficient, "-10");
  EXPECT_EQ(view.facts[1].chosen_again, "");
  const View bent = make_view(testing::written_answer(), testing::make_names());
  EXPECT_EQ(bent.facts[1].label, "triglycerides");
  EXPECT_EQ(bent.facts[1].coefficient, "bent");
}

TEST(MakeView, TheCurveSaysWhereAFactMoreAddsNothing) {
  const View view = make_view(testing::written_answer(), {});
  ASSERT_EQ(view.curve.size(), 3U);
  EXPECT_EQ(view.curve[0].set.bits.text, "0.5");
  EXPECT_EQ(view.curve[0].share, 0.5);
  EXPECT_EQ(view.curve[1].set.text, "a and b");
  EXPECT_TRUE(view.curve[1].optimal);
  EXPECT_FALSE(view.curve[1].adds_none);
  EXPECT_TRUE(view.curve[2].adds_none);
}

TEST(MakeView, NothingToExplainShowsNoFigures) {
  explain::Explanation e = testing::written_answer();
  e.nothing_to_explain = true;
  const View view = make_view(e, {});
  EXPECT_TRUE(view.gaps.empty());
  EXPECT_TRUE(view.facts.empty());
  EXPECT_TRUE(view.curve.empty());
  EXPECT_EQ(view.notes, std::vector<std::string>{"Set aside: id (it names rows)."});
}

TEST(MakeView, AClassHasBitsThatAreOpenAndHowOftenOneIsRight) {
  explain::Explanation e = testing::written_answer();
  e.label = explain::LabelReport{"verdict", {"no", "yes"}, 0.62, 0.81, true};
  e.information.of_nats = 2 * e.information.nats;
  e.row.reset();
  const View view = make_view(e, {});
  EXPECT_EQ(view.subject, "verdict");
  EXPECT_EQ(view.gaps.front().before.text, "2");
  EXPECT_EQ(view.gaps.front().after.text, "1 bits");
  EXPECT_EQ(view.right->before.text, "62 %");
  EXPECT_EQ(view.right->after.text, "81 %");
  EXPECT_EQ(view.weight_title, "weight");
}

TEST(Sentences, LeadWithTheErrorAndEndWithTheCaution) {
  const std::vector<Sentence> text = sentences(testing::found_answer(), testing::make_names());
  EXPECT_EQ(text.front().text.find("For somebody who knows a, the typical error about risk <score> is"), 0U)
      << text.front().text;
  EXPECT_EQ(text.front().weight, Weight::kHeadline);
  EXPECT_EQ(text.back().text, kNotCauses);
  EXPECT_EQ(text.back().topic, Topic::kCaution);
  bool row = false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    EXPECT_NE(text[i].weight, Weight::kHeadline) << text[i].text;
    EXPECT_LE(text[i - 1].topic, text[i].topic) << text[i].text;
    EXPECT_EQ(text[i].text.find("nan"), std::string::npos) << text[i].text;
    if (text[i].text.find("In row 3 she would have expected") == 0) row = text[i].topic == Topic::kRow;
    if (text[i].text.find("Proven") == 0) {
      EXPECT_EQ(text[i].weight, Weight::kDetail);
    }
  }
  EXPECT_TRUE(row);
}

TEST(Sentences, SayTheFiguresOfTheView) {
  const explain::Explanation e = testing::found_answer();
  const View view = make_view(e, testing::make_names());
  const std::string& headline = view.sentences.front().text;
  EXPECT_NE(headline.find(view.gaps.front().before.text), std::string::npos) << headline;
  EXPECT_NE(headline.find(view.gaps.front().after.text), std::string::npos) << headline;
  std::string about_row;
  for (const Sentence& sentence : view.sentences) about_row += sentence.topic == Topic::kRow ? sentence.text : "";
  for (const Step& step : view.row.front().steps) EXPECT_NE(about_row.find(step.text), std::string::npos) << step.text;
}

}  // namespace
}  // namespace explainee::view
