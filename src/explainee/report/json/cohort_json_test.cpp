#include "explainee/report/json/cohort_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>

namespace explainee::report::cohort_json_test {
namespace {

using Json = nlohmann::ordered_json;

cohort::CohortReport small_report() {
  cohort::CohortReport report;
  report.prediction = "p";
  report.data_sha256 = "abc";
  report.rows = 100;
  report.rows_dropped = 1;
  report.sparsity = 2;
  report.candidates = 9;
  report.people = 30;
  report.resumed = 3;
  report.proven = 29;
  report.nothing_to_explain = 4;
  report.too_few_rows = 5;
  report.infinite = 6;
  report.nothing_found = 10;
  report.linear_only = 7;
  report.odd_answers = 8;
  report.different = 11;
  report.nats = 2 * std::numbers::ln2;
  report.impersonal = {"a", "b"};
  report.impersonal_nats = std::numbers::ln2;
  return report;
}

TEST(CohortJson, EachCountHasAKeyOfItsOwn) {
  const Json json = Json::parse(cohort_json_text(small_report()));
  const Json counts = Json::parse(R"({"rows": 100, "rows_dropped": 1, "sparsity": 2, "candidates": 9, "users": 30,
      "resumed": 3, "certified": 29, "nothing_to_explain": 4, "too_few_rows": 5, "infinite": 6, "nothing_found": 10,
      "known_linear_only": 7, "odd_answers": 8, "different_explanations": 11})");
  for (const auto& [key, count] : counts.items()) EXPECT_EQ(json[key], count) << key;
  EXPECT_EQ(json["schema"], "explainee.cohort.v1");
  EXPECT_EQ(json["one_by_one"], false);
  EXPECT_TRUE(json["all_at_once_because"].is_null());
  EXPECT_EQ(json["prediction"], "p");
  EXPECT_EQ(json["data_sha256"], "abc");
}

TEST(CohortJson, WhatIsToldIsInBits) {
  const Json json = Json::parse(cohort_json_text(small_report()));
  EXPECT_DOUBLE_EQ(json["bits"].get<double>(), 2);
  EXPECT_DOUBLE_EQ(json["impersonal"]["bits"].get<double>(), 1);
  EXPECT_EQ(json["impersonal"]["features"], Json::array({"a", "b"}));
  EXPECT_NEAR(json["infinite_counts_as_bits"].get<double>(), 0.5 * std::log2(1e11), 1e-9);  // of a variance share 1e-11
  EXPECT_EQ(json["catalogue"], Json::array());
}

TEST(CohortJson, ACatalogueHasItsExplanationsAndWhomTheyServe) {
  cohort::CohortReport report = small_report();
  cohort::CatalogueEntry entry;
  entry.explanations = {{"a", "b"}, {"c"}};
  entry.people = {12, 1};
  entry.nats = 0.5 * std::numbers::ln2;
  entry.share = 0.25;
  entry.exact = true;
  report.catalogue = {entry};
  report.catalogue_sample = 13;
  const Json json = Json::parse(cohort_json_text(report));
  EXPECT_EQ(json["catalogue_chosen_on"], 13);
  ASSERT_EQ(json["catalogue"].size(), 1U);
  const Json& one = json["catalogue"][0];
  EXPECT_EQ(one["size"], 2);
  EXPECT_EQ(one["explanations"], Json::parse(R"([{"features": ["a", "b"], "people": 12},
                                                 {"features": ["c"], "people": 1}])"));
  EXPECT_DOUBLE_EQ(one["bits"].get<double>(), 0.5);
  EXPECT_EQ(one["share"], 0.25);
  EXPECT_EQ(one["exact"], true);
}

}  // namespace
}  // namespace explainee::report::cohort_json_test
