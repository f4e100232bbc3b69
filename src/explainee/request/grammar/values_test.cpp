#include "explainee/request/grammar/values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/request/records/records.h"

namespace explainee::request::values_test {
namespace {

using List = std::vector<std::string>;

const Record& record(const char* name) { return *find_record(explain_records(), name); }

TEST(CheckValue, EveryFormTakesItsOwnTypeAlone) {
  const std::vector<std::pair<std::string, Value>> own = {
      {"linear", true}, {"sparsity", std::int64_t{1}}, {"gap", 0.5}, {"label", std::string("y")}, {"knows", List{"a"}}};
  for (const auto& [name, value] : own) {
    for (const auto& [other, foreign] : own) {
      const bool fits = name == other || (name == "gap" && other == "sparsity");  // a whole number is a number too
      const auto checked = check_value(record(name.c_str()), foreign);
      EXPECT_EQ(checked.ok(), fits) << name << " and what " << other << " takes";
      if (fits || checked.ok()) continue;
      EXPECT_EQ(checked.error().code, base::ErrorCode::kBadOption);
      EXPECT_EQ(checked.error().subject.option.name, name);
    }
  }
}

TEST(CheckValue, NumbersLieBetweenTheEndsOfTheirRecord) {
  const std::vector<std::pair<const char*, Value>> wrong = {{"sparsity", std::int64_t{0}},
                                                            {"folds", std::int64_t{1001}},
                                                            {"gap", -1e-9},
                                                            {"gap", NAN},
                                                            {"gap", INFINITY},
                                                            {"top", std::int64_t{-1}},
                                                            {"budget", 0.0},
                                                            {"threads", std::int64_t{5000}}};
  for (const auto& [name, value] : wrong) EXPECT_FALSE(check_value(record(name), value).ok()) << name;
  const auto low = check_value(record("folds"), std::int64_t{0});
  EXPECT_EQ(base::text(low.error(), base::command_line()), "--folds: 0 is too small; it must be at least 1");
}

TEST(CheckValue, WordsAreThoseOfTheirRecord) {
  EXPECT_TRUE(check_value(record("missing"), std::string("error")).ok());
  for (const char* word : {"", "level", "error|drop", "drop|", "|drop", "Drop", "dro"})
    EXPECT_FALSE(check_value(record("missing"), std::string(word)).ok()) << word;
}

TEST(CheckValue, ARowIsANumberOrAnIdAfterItsMark) {
  for (const Value& value : {Value(std::int64_t{0}), Value(std::string("id:007")), Value(std::string("id: a, \"b\""))})
    EXPECT_TRUE(check_value(record("row"), value).ok());
  for (const Value& value : {Value(std::int64_t{-1}), Value(std::string("7")), Value(std::string("id:")), Value(0.5),
                             Value(true), Value(List{"7"})})
    EXPECT_FALSE(check_value(record("row"), value).ok());
}

TEST(CheckRequest, LooksAtEveryFieldThatIsThere) {
  EXPECT_TRUE(check_request(explain_records(), {}).ok());
  Request request;
  request.facts.sparsity = 0;
  const auto sparsity = check_request(explain_records(), request);
  ASSERT_FALSE(sparsity.ok());
  EXPECT_EQ(sparsity.error().subject.option.name, "sparsity");
  request = {};
  request.how.gap_bits = NAN;
  EXPECT_EQ(check_request(explain_records(), request).error().subject.option.name, "gap");
  request = {};
  request.rows.row = -1;
  EXPECT_EQ(check_request(explain_records(), request).error().subject.option.name, "row");
}

TEST(ValueOf, IsAsItWouldBeWritten) {
  Request request;
  EXPECT_EQ(value_of(record("sparsity"), request), Value(false));  // not there
  EXPECT_EQ(value_of(record("answers"), request), Value(false));   // no field of a request
  EXPECT_EQ(value_of(record("method"), request), Value(std::string("exact")));
  request.facts.sparsity = 4;
  request.how.method = Method::kLasso;
  request.who.reasons_from = {{"a", 2.5}, {"b", {}}};
  request.facts.cuts = {{"bmi", {25, 30}}};
  EXPECT_EQ(value_of(record("sparsity"), request), Value(std::int64_t{4}));
  EXPECT_EQ(value_of(record("method"), request), Value(std::string("lasso")));
  EXPECT_EQ(value_of(record("reasons-from"), request), Value(List{"a=2.5", "b"}));
  EXPECT_EQ(value_of(record("cuts"), request), Value(List{"bmi=25", "30"}));
  EXPECT_EQ(value_of(record("row"), request), Value(false));
  request.rows.row = 7;
  EXPECT_EQ(value_of(record("row"), request), Value(std::int64_t{7}));
  request.rows.row_id = "007";  // the number is what was found
  EXPECT_EQ(value_of(record("row"), request), Value(std::string("id:007")));
}

TEST(WrittenValueOf, KeepsPatternsButNotNumbers) {
  Request request;
  request.who.knows = {"s1", "s2"};
  request.how.seed = 7;
  request.written.set("knows", List{"s*"});
  request.written.set("seed", std::int64_t{3});  // changed since
  EXPECT_EQ(written_value_of(record("knows"), request), Value(List{"s*"}));
  EXPECT_EQ(written_value_of(record("seed"), request), Value(std::int64_t{7}));
  EXPECT_EQ(as_written(request, "knows", request.who.knows), List{"s*"});
  request.written.erase("knows");
  EXPECT_EQ(written_value_of(record("knows"), request), Value(List{"s1", "s2"}));
  EXPECT_EQ(as_written(request, "knows", request.who.knows), (List{"s1", "s2"}));
}

TEST(GivenOptions, AreWhatChangesTheAnswerAndIsNotItsDefault) {
  Request request;
  EXPECT_TRUE(given_options(explain_records(), request).empty());
  request.how.threads = 4;  // changes no digit
  request.facts.family = {"auto"};
  EXPECT_TRUE(given_options(explain_records(), request).empty());
  request.how.seed = 7;
  request.who.linear = true;
  const auto given = given_options(explain_records(), request);
  ASSERT_EQ(given.size(), 2U);
  EXPECT_EQ(given[0].name, "linear");  // in the order of the records
  EXPECT_EQ(given[1].name, "seed");
  EXPECT_EQ(given[1].value, Value(std::int64_t{7}));
}

}  // namespace
}  // namespace explainee::request::values_test
