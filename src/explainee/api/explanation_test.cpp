#include "explainee/explanation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/random.h"

namespace explainee {
namespace {

/// The prediction is 2a + b, and a little more; twin is the prediction itself.
Dataset small_table() {
  base::Random random(3);
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> p;
  for (int i = 0; i < 200; ++i) {
    a.push_back(random.normal());
    b.push_back(random.normal());
    p.push_back(2 * a.back() + b.back() + 0.1 * random.normal());
  }
  return Dataset::from_columns({{"a", a}, {"b", b}, {"twin", p}, {"p", p}}).value();
}

Request about_p() {
  Request request;
  request.what.prediction = {"p"};
  request.facts.exclude = {"twin"};
  return request;
}

TEST(Explanation, APictureNeedsARowAndSaysWhatIsOpen) {
  Request request = about_p();
  const Dataset table = small_table();
  const Result<std::string> none = explain(table, request).value().waterfall_svg();
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kNeedsRows);
  EXPECT_NE(text(none.error()).find("/rows/row"), std::string::npos);
  request.rows.row = 3;
  const std::string picture = explain(table, request).value().waterfall_svg().value();
  EXPECT_NE(picture.find("typical error 2.", 0), std::string::npos);  // √(4 + 1)
  EXPECT_NE(picture.find(" → 0."), std::string::npos);
}

TEST(Explanation, WarningsCallOptionsByTheirFields) {
  Request request = about_p();
  request.facts.exclude.clear();
  const std::vector<std::string> warnings = explain(small_table(), request).value().warnings();
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings.front().find("/what/label"), std::string::npos) << warnings.front();
  EXPECT_EQ(warnings.front().find("--"), std::string::npos) << warnings.front();
}

TEST(Request, ADocumentMayHoldARuleToJudge) {
  const Dataset table = small_table();
  const std::string document = R"({"schema": "explainee.request.v1", "what": {"prediction": ["p"]},
      "facts": {"exclude": ["twin"], "rule": "a > 0"}})";
  const Result<Request> read = read_request(document, table);
  ASSERT_TRUE(read.ok()) << text(read.error());
  EXPECT_EQ(read.value().facts.rule.text, "a > 0");
  EXPECT_GT(score(table, read.value()).value().bits().value(), 0.1);
  EXPECT_EQ(read_request(write_request(read.value()), table).value().facts.rule, read.value().facts.rule);
}

TEST(Explanation, BitsOfWhatSettlesThePredictionAreNone) {
  Request request = about_p();
  request.facts.exclude.clear();
  const Explanation told = explain(small_table(), request).value();
  EXPECT_TRUE(told.infinite());
  EXPECT_FALSE(told.bits().has_value());
}

TEST(Explanation, AnswersComeAsATable) {
  const Dataset table = small_table();
  std::vector<double> rows;
  std::vector<double> answers;
  for (int i = 0; i < 60; ++i) {
    rows.push_back(i);
    answers.push_back(i % 2);
  }
  const Dataset asked = Dataset::from_columns({{"row", rows}, {"answer", answers}}).value();
  const Result<Explanation> told = explain(table, about_p(), asked);
  ASSERT_TRUE(told.ok()) << text(told.error());
  EXPECT_NE(told.value().json(), explain(table, about_p()).value().json());
  EXPECT_NE(told.value().json().find("\"answers\""), std::string::npos);
  const Dataset wrong = Dataset::from_columns({{"row", rows}}).value();
  EXPECT_FALSE(explain(table, about_p(), wrong).ok());
}

TEST(Request, AFileOfAnswersIsRefusedWhereNobodyReadsIt) {
  const std::string document = R"({"schema": "explainee.request.v1", "what": {"prediction": ["p"]},
      "who": {"answers": "said.csv"}})";
  const Result<Request> read = read_request(document, small_table());
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::kBadOption);
  EXPECT_NE(text(read.error()).find("/who/answers"), std::string::npos) << text(read.error());
}

TEST(Request, ADocumentRunsNoCommandAndReadsNoFile) {
  const Dataset table = small_table();
  for (const char* key : {"ask_model", "asked"}) {
    const std::string document = R"({"schema": "explainee.request.v1", "what": {"prediction": ["p"]}, "how": {")" +
                                 std::string(key) + R"(": "x"}})";
    const auto read = read_request(document, table);
    ASSERT_FALSE(read.ok());
    EXPECT_NE(text(read.error()).find(key), std::string::npos) << text(read.error());
  }
}

TEST(Request, FactsOfFamiliesMayBeNamed) {
  const std::string document = R"({"schema": "explainee.request.v1", "what": {"prediction": ["p"]},
      "facts": {"family": ["pairs"], "features": ["a*b", "some fact"]}})";
  EXPECT_EQ(read_request(document, small_table()).value().facts.features.back(), "some fact");
}

}  // namespace
}  // namespace explainee
