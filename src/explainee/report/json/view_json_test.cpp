#include "explainee/report/json/view_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace explainee::report::view_json_test {
namespace {

using Json = nlohmann::ordered_json;

view::View small_view() {
  view::View view;
  view.subject = "risk";
  view.gaps = {{"typical error", {20, "20 points"}, {10, "10 points"}, 0.5, "1 bits"}};
  view.facts.resize(1);
  view.facts[0].name = "b";
  view.facts[0].label = "triglycerides";
  view.facts[0].weight = {8, "8"};
  view.curve = {{.count = 1, .set = {{"a"}, "a", {0, "∞"}, true, {}}, .share = 1, .optimal = true}};
  view.alternatives = {{{"c"}, "c", {0.5, "0.5"}, false, true}};
  view.row = {view::row_view({100, {{"a", "7", 18}}, 2, 120}, {}), view::row_view({1, {}, {}, {}}, {})};
  view.sentences = {{"One.", view::Weight::kHeadline, view::Topic::kFacts},
                    {"Two.", view::Weight::kDetail, view::Topic::kOthers},
                    {"Three.", view::Weight::kBody, view::Topic::kCaution}};
  return view;
}

Json written(const view::View& view) { return Json::parse(view_json_text(view)); }

TEST(ViewJson, EveryNumberHasItsValueAndItsText) {
  const Json json = written(small_view());
  EXPECT_EQ(json["gaps"][0]["after"], Json::parse(R"({"value": 10.0, "text": "10 points"})"));
  EXPECT_EQ(json["gaps"][0]["left"], 0.5);
  EXPECT_EQ(json["facts"][0]["weight"], Json::parse(R"({"value": 8.0, "text": "8"})"));
  EXPECT_EQ(json["facts"][0]["label"], "triglycerides");
  EXPECT_EQ(json["subject"], "risk");
}

TEST(ViewJson, AStepGoesFromWhereTheOneBeforeEnds) {
  const Json rows = written(small_view())["row"];
  ASSERT_EQ(rows.size(), 2U);
  const Json& steps = rows[0]["steps"];
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(rows[0]["known"], true);
  EXPECT_EQ(rows[1]["known"], false);
  const char* const kinds[] = {"start", "fact", "rest", "end"};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(steps[i]["kind"], kinds[i]);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(steps[i]["from"], i < 3 ? steps[i - 1]["to"] : steps[i]["to"]);
  EXPECT_EQ(steps[1]["amount"], 18.0);
  EXPECT_EQ(steps[1]["value"], "7");
}

TEST(ViewJson, SetsSayWhetherTheySettleAndWhetherTheyAreProven) {
  const Json json = written(small_view());
  EXPECT_EQ(json["curve"][0]["count"], 1);
  EXPECT_EQ(json["curve"][0]["infinite"], true);
  EXPECT_EQ(json["curve"][0]["optimal"], true);
  EXPECT_EQ(json["curve"][0]["adds_none"], false);
  EXPECT_TRUE(json["curve"][0]["indistinguishable"].is_null());
  EXPECT_EQ(json["alternatives"][0]["indistinguishable"], true);
  EXPECT_EQ(json["alternatives"][0]["facts"], Json::array({"c"}));
}

TEST(ViewJson, SentencesHaveTheirWeightAndTopic) {
  const Json sentences = written(small_view())["sentences"];
  EXPECT_EQ(sentences[0], Json::parse(R"({"text": "One.", "weight": "headline", "topic": "facts"})"));
  EXPECT_EQ(sentences[1], Json::parse(R"({"text": "Two.", "weight": "detail", "topic": "others"})"));
  EXPECT_EQ(sentences[2], Json::parse(R"({"text": "Three.", "weight": "body", "topic": "caution"})"));
}

TEST(ViewJson, WhatIsNotThereIsNullAndNumbersThatAreNoneToo) {
  view::View view = small_view();
  view.facts[0].weight.value = INFINITY;
  EXPECT_TRUE(written(view)["facts"][0]["weight"]["value"].is_null());
  EXPECT_TRUE(written(view)["right"].is_null());
  view.right = view::Change{{0.62, "62 %"}, {0.81, "81 %"}};
  EXPECT_EQ(written(view)["right"]["after"]["value"], 0.81);
  EXPECT_EQ(written(view)["right"]["before"]["text"], "62 %");
}

}  // namespace
}  // namespace explainee::report::view_json_test
