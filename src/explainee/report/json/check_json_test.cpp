#include "explainee/report/json/check_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>

namespace explainee::report::check_json_test {
namespace {

using Json = nlohmann::ordered_json;

explain::RowsSummary some_rows() {
  explain::RowsSummary rows;
  rows.rows = 40;
  rows.dropped = 2;
  rows.unseen = 1;
  rows.outside = 3;
  rows.before = Eigen::VectorXd::Constant(1, 20);
  rows.after = Eigen::VectorXd::Constant(1, 12.5);
  rows.helped = Eigen::VectorXd::Constant(1, 0.7);
  rows.drift = Eigen::VectorXd::Constant(1, NAN);
  return rows;
}

explain::KeptInformation told(double bits) {
  explain::KeptInformation information;
  information.rows = 50;
  information.nats = bits * std::numbers::ln2;
  information.corrected_nats = 0.5 * information.nats;
  return information;
}

TEST(RowsJson, OnePredictionHasNumbersAndWhatIsUnknownIsNull) {
  const Json json = Json::parse(rows_json_text(some_rows()));
  EXPECT_EQ(json, Json::parse(R"({"schema": "explainee.apply.v1", "rows": 40, "rows_dropped": 2, "unseen": 1,
      "outside": 3, "before": 20.0, "after": 12.5, "helped": 0.7, "drift": null, "row": null})"));
}

TEST(RowsJson, SeveralPredictionsHaveLists) {
  explain::RowsSummary rows = some_rows();
  rows.before = Eigen::Vector2d(20, 30);
  EXPECT_EQ(Json::parse(rows_json_text(rows))["before"], Json::parse("[20.0, 30.0]"));
}

TEST(InformationJson, IsOneLineInBits) {
  explain::KeptInformation information = told(2);
  information.honest_nats = std::numbers::ln2;
  information.log_error = 0.125;
  const std::string text = information_json_text(information);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const Json json = Json::parse(text);
  EXPECT_EQ(json["rows"], 50);
  EXPECT_DOUBLE_EQ(json["bits"].get<double>(), 2);
  EXPECT_DOUBLE_EQ(json["corrected_bits"].get<double>(), 1);
  EXPECT_DOUBLE_EQ(json["honest_bits"].get<double>(), 1);
  EXPECT_EQ(json["log_error"], 0.125);
}

TEST(InformationJson, InfiniteHasNoBits) {
  explain::KeptInformation information = told(2);
  information.infinite = true;
  information.honest_nats = 1;
  const Json json = Json::parse(information_json_text(information));
  EXPECT_EQ(json["infinite"], true);
  for (const char* key : {"bits", "corrected_bits", "honest_bits", "log_error"})
    EXPECT_TRUE(json[key].is_null()) << key;
}

TEST(CheckJson, HasThenAndNowAndTheChangeThatChanceAllows) {
  explain::CheckReport report;
  report.then = told(2);
  report.now = told(1);
  report.changed = true;
  report.rows = some_rows();
  Json json = Json::parse(check_json_text(report));
  EXPECT_EQ(json["schema"], "explainee.check.v1");
  EXPECT_EQ(json["changed"], true);
  EXPECT_DOUBLE_EQ(json["then"]["bits"].get<double>(), 2);
  EXPECT_DOUBLE_EQ(json["now"]["bits"].get<double>(), 1);
  EXPECT_EQ(json["rows"]["rows"], 40);
  EXPECT_TRUE(json["log_change"].is_null());
  EXPECT_TRUE(json["allowed"].is_null());
  report.log_change = -0.5;
  report.allowed = 0.25;
  json = Json::parse(check_json_text(report));
  EXPECT_EQ(json["log_change"], -0.5);
  EXPECT_EQ(json["allowed"], 0.25);
}

}  // namespace
}  // namespace explainee::report::check_json_test
