#include "explainee/request/json/json_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/request/records/records.h"
#include "explainee/request/testing/samples.h"

namespace explainee::request::json_values_test {
namespace {

using List = std::vector<std::string>;

const Record& record(const char* name) {
  const Record* found = find_record(explain_records(), name);
  return found != nullptr ? *found : *find_record(score_records(), name);
}

base::Result<Value> read(const char* name, const std::string& json) {
  return value_of_json(record(name), Json::parse(json));
}

std::string complaint(const char* name, const std::string& json) {
  const auto value = read(name, json);
  if (value.ok()) return "";
  EXPECT_EQ(value.error().code, base::ErrorCode::kBadOption);
  EXPECT_TRUE(value.error().subject.nowhere() && value.error().subject.option.name.empty());  // the caller knows where
  return base::text(value.error(), base::command_line());
}

TEST(ValueOfJson, EachFormTakesItsOwnKindOfValue) {
  EXPECT_EQ(read("linear", "true").value(), Value(true));
  EXPECT_EQ(read("sparsity", "2").value(), Value(std::int64_t{2}));
  EXPECT_EQ(read("gap", "0.5").value(), Value(0.5));
  EXPECT_EQ(read("gap", "2").value(), Value(2.0));
  EXPECT_EQ(read("label", R"("y")").value(), Value(std::string("y")));
  EXPECT_EQ(read("knows", R"(["a", "b c"])").value(), Value(List{"a", "b c"}));
  EXPECT_EQ(read("row", "7").value(), Value(std::int64_t{7}));
  EXPECT_EQ(read("row", R"("id:007")").value(), Value(std::string("id:007")));
}

TEST(ValueOfJson, AnotherKindIsRefusedWithWhatIsWanted) {
  EXPECT_EQ(complaint("linear", "1"), "give true or false");
  for (const char* json : {"2.0", "\"2\"", "[2]", "true"})
    EXPECT_EQ(complaint("sparsity", json), "give a whole number") << json;
  EXPECT_EQ(complaint("sparsity", "18446744073709551615"), "give a smaller number");
  EXPECT_EQ(complaint("gap", "\"0.5\""), "give a number");
  EXPECT_EQ(complaint("label", "7"), "give a text");
  for (const char* json : {"\"a\"", "[1]", R"({"a": 1})", R"([["a"]])"})
    EXPECT_EQ(complaint("knows", json), "give a list of texts") << json;
  EXPECT_EQ(complaint("windows", "[true]"), "give a list of whole numbers");
  for (const char* json : {"1.5", "true", "[7]"})
    EXPECT_EQ(complaint("row", json), "give the number of a row, or a text such as \"id:00000003\"") << json;
}

TEST(ValueOfJson, ObjectsArePairs) {
  EXPECT_EQ(read("noise", R"({"bmi": 2, "s*": 0.5})").value(), Value(List{"bmi=2", "s*=0.5"}));
  EXPECT_EQ(read("shown-as", R"({"bp": {"round": 10}})").value(), Value(List{"bp=round:10"}));
  EXPECT_EQ(read("group", R"({"lab": ["s1", "s2"], "size": ["bmi"]})").value(),
            Value(List{"lab=s1", "s2", "size=bmi"}));
  EXPECT_EQ(read("cuts", R"({"bmi": [25, 30.5]})").value(), Value(List{"bmi=25", "30.5"}));
  EXPECT_EQ(read("windows", "[2, 5]").value(), Value(List{"2", "5"}));
  EXPECT_EQ(read("noise", R"(["bmi=2"])").value(), Value(List{"bmi=2"}));
}

TEST(ValueOfJson, ObjectsThatAreNoPairsAreRefused) {
  for (const char* json : {R"({"bmi": "2"})", R"({"bmi": [2]})", R"({"bmi": null})"})
    EXPECT_NE(complaint("noise", json), "") << json;
  for (const char* json : {R"({"bp": 10})", R"({"bp": {"round": "10"}})", R"({"bp": {"round": 1, "floor": 2}})"})
    EXPECT_NE(complaint("shown-as", json), "") << json;
  for (const char* json : {R"({"lab": []})", R"({"lab": "s1"})", R"({"lab": [1]})"})
    EXPECT_NE(complaint("group", json), "") << json;
  EXPECT_NE(complaint("group", R"({"a=b": ["s1"]})"), "");         // would be read as another name
  EXPECT_NE(complaint("group", R"({"lab": ["s1", "a=b"]})"), "");  // and this as a new group
}

/// A double that is whole keeps its point, so that it stays a double.
TEST(ValueOfJson, NumbersKeepTheirDigits) {
  EXPECT_EQ(read("noise", R"({"bmi": 2.0})").value(), Value(List{"bmi=2.0"}));
  EXPECT_EQ(read("noise", R"({"bmi": 0.1})").value(), Value(List{"bmi=0.1"}));
  EXPECT_EQ(read("cuts", R"({"bmi": [-3, 9007199254740993]})").value(), Value(List{"bmi=-3", "9007199254740993"}));
}

TEST(JsonOfValue, IsReadBackAsTheSameValue) {
  const Written samples = sample_of_every_record();
  for (const auto& [name, value] : samples.values()) {
    const Record& of = record(name.c_str());
    const auto back = value_of_json(of, json_of_value(of, value));
    ASSERT_TRUE(back.ok()) << name;
    EXPECT_EQ(back.value(), value) << name;
  }
}

TEST(JsonOfValue, TextsThatAnObjectWouldChangeStayTexts) {
  const std::vector<std::pair<const char*, List>> odd = {
      {"noise", {"bmi=2", "bmi=3"}}, {"noise", {"bmi=1e2"}}, {"noise", {"bmi=02"}},     {"noise", {"bmi"}},
      {"cuts", {"bmi=1", "x"}},      {"shown-as", {"bp=5"}}, {"windows", {"2", "two"}}, {"group", {"lab=s1", "=s2"}},
      {"shown-as", {"bp=round:inf"}}};
  for (const auto& [name, texts] : odd) {
    const Json json = json_of_value(record(name), Value(texts));
    const auto back = value_of_json(record(name), json);
    ASSERT_TRUE(back.ok()) << name << " " << texts[0] << " " << json.dump();
    EXPECT_EQ(back.value(), Value(texts)) << name << " " << texts[0] << " " << json.dump();
  }
  EXPECT_EQ(json_of_value(record("noise"), Value(List{"bmi=2", "bmi=3"})), Json(List{"bmi=2", "bmi=3"}));
}

}  // namespace
}  // namespace explainee::request::json_values_test
