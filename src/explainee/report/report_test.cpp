// What people and programs read, made from a real explanation of a small table.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "explainee/report/json/explanation_json.h"
#include "explainee/report/json/view_json.h"
#include "explainee/report/svg/waterfall_svg.h"
#include "explainee/report/text/terminal_text.h"
#include "explainee/report/text/wrap.h"
#include "explainee/view/make_view.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::report {
namespace {

using view::testing::found_answer;
using view::testing::make_names;

TEST(Json, HasEveryKeyOfTheContract) {
  const auto json = to_json(found_answer(), {{"one"}});
  for (const char* key : {"schema", "rows", "rows_dropped", "prediction", "provenance", "user", "explanation",
                          "impersonal", "alternatives", "curve", "row", "sentences", "warnings"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["sentences"], nlohmann::ordered_json::array({"one"}));
  for (const char* key : {"nats", "bits", "infinite", "of_bits", "objective_bits", "corrected_bits", "interval_bits",
                          "gaussian_interval_bits", "honest_bits", "stability", "p_value", "estimator"}) {
    EXPECT_TRUE(json["explanation"]["information"].contains(key)) << key;
  }
  const auto& row = json["row"];
  double sum = row["expected"];
  for (const auto& part : row["contributions"]) sum += part["contribution"].get<double>();
  EXPECT_NEAR(sum + row["remainder"].get<double>(), row["prediction"].get<double>(), 1e-9);
  EXPECT_FALSE(json["provenance"]["options"].contains("threads"));
  EXPECT_EQ(json["provenance"]["options"]["knows"][0], "a");
  for (const auto& feature : json["explanation"]["features"]) {
    if (feature["name"] != "city") continue;
    EXPECT_TRUE(feature["coefficient"].is_null());
    EXPECT_EQ(feature["columns"].size(), 2U);
    EXPECT_EQ(feature["columns"][0]["coefficient"], 0.0);
  }
}

TEST(ViewJson, HasTheFiguresAndTheirTexts) {
  const view::View shown = view::make_view(view::testing::written_answer(), make_names());
  const auto json = nlohmann::json::parse(view_json_text(shown));
  EXPECT_EQ(json["schema"], "explainee.view.v1");
  EXPECT_EQ(json["gaps"][0]["before"]["text"], "20 points");
  EXPECT_EQ(json["gaps"][0]["before"]["value"], 20);
  EXPECT_EQ(json["facts"].size(), 2U);
  EXPECT_EQ(json["row"][0]["steps"][1]["text"], "+18.0");
  EXPECT_EQ(json["row"][0]["steps"][1]["kind"], "fact");
  EXPECT_EQ(json["sentences"][0]["weight"], "headline");
  EXPECT_TRUE(json["right"].is_null());
}

TEST(TerminalText, ShowsEveryTextOfTheView) {
  const view::View shown = view::make_view(found_answer(), make_names());
  const std::string text = terminal_text(shown, {.width = 100000});
  EXPECT_EQ(text.find(shown.title), 0U);
  EXPECT_NE(text.find(shown.gaps.front().after.text), std::string::npos);
  for (const view::FactView& fact : shown.facts) EXPECT_NE(text.find(fact.coefficient), std::string::npos);
  for (const view::Step& step : shown.row.front().steps) {
    EXPECT_NE(text.find(step.words()), std::string::npos) << step.words();
    EXPECT_NE(text.find(step.text), std::string::npos) << step.text;
  }
  for (const view::Sentence& sentence : shown.sentences)
    EXPECT_NE(text.find(sentence.text), std::string::npos) << sentence.text;
}

TEST(TerminalText, HasNoColourUnlessAsked) {
  const view::View shown = view::make_view(found_answer(), make_names());
  EXPECT_EQ(terminal_text(shown, {}).find('\033'), std::string::npos);
  EXPECT_NE(terminal_text(shown, {.colour = true}).find('\033'), std::string::npos);
  EXPECT_EQ(wrap("aa bb cc", 6, "  ", "  "), "  aa\n  bb\n  cc\n");
}

TEST(WaterfallSvg, APanelSaysWhatIsOpenBeforeAndAfter) {
  view::View shown = view::make_view(view::testing::written_answer(), make_names());
  EXPECT_EQ(waterfall_panel(shown, "GP").title, "GP");
  EXPECT_EQ(waterfall_panel(shown, "GP").subtitle, "typical error 20 → 10 points");
  shown.gaps.clear();
  EXPECT_EQ(waterfall_panel(shown, "GP").subtitle, "");
}

TEST(WaterfallSvg, EscapesTextAndHasAPanelPerPerson) {
  const view::View shown = view::make_view(found_answer(), make_names());
  const std::vector<WaterfallPanel> panels = {{"one & only", "sub", shown.row.front()},
                                              {"two", "sub", shown.row.front()}};
  const std::string svg = waterfall_svg("a < b", panels);
  EXPECT_NE(svg.find("one &amp; only"), std::string::npos);
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  std::size_t says = 0;
  for (std::size_t at = svg.find("the model says"); at != std::string::npos; at = svg.find("the model says", at + 1))
    ++says;
  EXPECT_EQ(says, 2U);
}

}  // namespace
}  // namespace explainee::report
