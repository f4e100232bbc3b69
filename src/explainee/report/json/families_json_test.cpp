#include "explainee/report/json/families_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "explainee/base/errors/message.h"

namespace explainee::report::families_json_test {
namespace {

using Json = nlohmann::ordered_json;

explain::FamilyComparison small_comparison() {
  explain::FamilyComparison comparison;
  comparison.about.rows = 80;
  comparison.about.rows_dropped = 2;
  comparison.about.predictions = {"p"};
  comparison.about.summary = {{"age", person::Way::kKnows, {}}};
  comparison.about.given_options = {{"knows", std::vector<std::string>{"age"}}};
  comparison.about.request.how.seed = 7;
  explain::FamilyPoint point;
  point.sparsity = 1;
  point.set.features = {"a"};
  point.set.nats = std::numbers::ln2;
  point.bound_nats = 2 * std::numbers::ln2;
  point.after = {1.5};
  explain::FamilyCurve features;
  features.family = "features";
  features.candidates = 8;
  features.before = {3};
  features.points = {point, point};
  features.points[1].set.infinite = true;
  comparison.curves = {features};
  comparison.left_out = {{"examples", base::say("give {}", base::option("examples"))}};
  return comparison;
}

TEST(FamiliesJson, EachFamilyHasItsPointsInBits) {
  const Json json = Json::parse(families_json_text(small_comparison()));
  ASSERT_EQ(json["families"].size(), 1U);
  const Json& family = json["families"][0];
  EXPECT_EQ(family["family"], "features");
  EXPECT_EQ(family["candidates"], 8);
  EXPECT_EQ(family["before"], 3.0);
  const Json& point = family["points"][0];
  EXPECT_EQ(point["sparsity"], 1);
  EXPECT_EQ(point["features"], Json::array({"a"}));
  EXPECT_DOUBLE_EQ(point["bits"].get<double>(), 1);
  EXPECT_DOUBLE_EQ(point["bound_bits"].get<double>(), 2);
  EXPECT_EQ(point["after"], 1.5);
}

TEST(FamiliesJson, WhatSettlesHasNeitherBitsNorABound) {
  const Json point = Json::parse(families_json_text(small_comparison()))["families"][0]["points"][1];
  EXPECT_EQ(point["infinite"], true);
  EXPECT_TRUE(point["bits"].is_null());
  EXPECT_TRUE(point["bound_bits"].is_null());
}

TEST(FamiliesJson, SaysToWhomAndHowItWasMade) {
  explain::FamilyComparison comparison = small_comparison();
  Json json = Json::parse(families_json_text(comparison));
  EXPECT_EQ(json["schema"], "explainee.families.v1");
  EXPECT_EQ(json["rows"], 80);
  EXPECT_EQ(json["rows_dropped"], 2);
  EXPECT_EQ(json["prediction"], "p");
  EXPECT_EQ(json["user"]["summary"], Json::array({"age"}));
  EXPECT_EQ(json["provenance"]["options"], Json::parse(R"({"knows": ["age"]})"));
  EXPECT_EQ(json["provenance"]["seed"], 7);
  EXPECT_TRUE(json["budget"].is_null());
  EXPECT_EQ(json["left_out"], Json::parse(R"([{"family": "examples", "reason": "give --examples"}])"));
  comparison.about.request.facts.budget = 4.5;
  comparison.about.predictions = {"p", "q"};
  json = Json::parse(families_json_text(comparison));
  EXPECT_EQ(json["budget"], 4.5);
  EXPECT_EQ(json["prediction"], Json::array({"p", "q"}));
}

}  // namespace
}  // namespace explainee::report::families_json_test
