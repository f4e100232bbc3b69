#include "explainee/base/json/strict_json.h"

#include <gtest/gtest.h>

#include <random>

#include "explainee/base/errors/speech.h"

namespace explainee::base {
namespace {

std::string refusal(std::string_view json, const JsonLimits& limits = {}) {
  const auto parsed = parse_json(json, "a.json", ErrorCode::kDamagedExplainer, limits);
  if (parsed.ok()) return "accepted: " + parsed.value().dump();
  EXPECT_EQ(parsed.error().code, ErrorCode::kDamagedExplainer);
  return text(parsed.error(), command_line());
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += part;
  return all;
}

TEST(StrictJson, ReadsWhatNlohmannReads) {
  for (const char* json : {"null", "true", " [1, -2, 2.5e3, \"\\u00e9\\ud83d\\ude00\"] ", "{\"b\":{\"a\":[]},\"a\":{}}",
                           "18446744073709551615", "-9223372036854775808", "18446744073709551616", "-0.0", "1e-400",
                           "\"\"", "[[],[[]],{}]", "{\"\":0}"}) {
    const auto parsed = parse_json(json, "", ErrorCode::kBadOption);
    ASSERT_TRUE(parsed.ok()) << json << ": " << text(parsed.error(), command_line());
    EXPECT_EQ(parsed.value().dump(), nlohmann::ordered_json::parse(json).dump());
  }
}

TEST(StrictJson, KeysStayInOrder) {
  EXPECT_EQ(parse_json(R"({"z":1,"a":2,"m":3})", "", ErrorCode::kBadOption).value().dump(), R"({"z":1,"a":2,"m":3})");
}

TEST(StrictJson, DepthIsRefusedBeforeTheTreeIsBuilt) {
  EXPECT_EQ(refusal(repeated("[", 64) + repeated("]", 64)).substr(0, 8), "accepted");
  EXPECT_EQ(refusal(repeated("[", 65) + repeated("]", 65)),
            "a.json: it is nested more than 64 levels deep (line 1, byte 65)");
  EXPECT_EQ(refusal(repeated("[", 10'000'000)), "a.json: it is nested more than 64 levels deep (line 1, byte 65)");
  EXPECT_EQ(refusal(repeated("{\"a\":", 100'000)), "a.json: it is nested more than 64 levels deep (line 1, byte 321)");
  EXPECT_EQ(refusal("\n[[[]]]", {2}), "a.json: it is nested more than 2 levels deep (line 2, byte 4)");
}

TEST(StrictJson, NoMoreValuesAndBytesThanAllowed) {
  EXPECT_EQ(refusal("[1,2,3]", {64, 4}), "accepted: [1,2,3]");
  EXPECT_EQ(refusal("[1,2,3,4]", {64, 4}), "a.json: it holds more than 4 values (line 1, byte 9)");
  EXPECT_EQ(refusal("[[],{},[]]", {64, 3}), "a.json: it holds more than 3 values (line 1, byte 8)");
  EXPECT_EQ(refusal("[1,2]", {64, 9, 4}), "a.json: it has 5 bytes of JSON; at most 4 are read");
}

TEST(StrictJson, KeysAreGivenOnce) {
  EXPECT_EQ(refusal(R"({"a":1,"b":{"c":1,"c":2}})"),
            "a.json: the key \"c\" is given twice in one object (line 1, byte 24)");
  EXPECT_EQ(refusal(R"({"a":1,"\u0061":2})"), "a.json: the key \"a\" is given twice in one object (line 1, byte 18)");
  EXPECT_EQ(refusal(R"({"a":{"a":1},"b":{"a":2}})").substr(0, 8), "accepted");
}

TEST(StrictJson, ManyKeysOfOneObjectTakeNoQuadraticTime) {
  std::string json = "{\"k\":0";
  for (int i = 0; i < 200'000; ++i) json += ",\"" + std::to_string(i) + "\":0";
  EXPECT_TRUE(parse_json(json + "}", "", ErrorCode::kBadOption).ok());
  EXPECT_NE(refusal(json + ",\"k\":1}").find("the key \"k\" is given twice"), std::string::npos);
}

TEST(StrictJson, NumbersAreFinite) {
  EXPECT_EQ(refusal("[1e999]"), "a.json: the number 1e999 is too large (line 1, byte 7)");
  EXPECT_NE(refusal("[-" + repeated("9", 400) + "]").find("… is too large"), std::string::npos);
  for (const char* json : {"NaN", "Infinity", "-Infinity", "[nan]", "+1", "01", "1.", ".5", "0x10"})
    EXPECT_EQ(refusal(json).find("a.json: it is no JSON: "), 0U) << refusal(json);
}

TEST(StrictJson, TextIsUnicode) {
  for (const char* json : {"\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xc3\"",
                           R"("\ud800")", R"("\udc00")", R"("\ud800\u0041")", "\"\n\"", "\"\x1b\"", "\xff"})
    EXPECT_EQ(refusal(json).find("a.json: it is no JSON: "), 0U) << refusal(json);
}

TEST(StrictJson, NothingBeforeAndAfter) {
  EXPECT_EQ(refusal("\xEF\xBB\xBF{}"),
            "a.json: it begins with a byte order mark, which JSON does not allow; remove it (line 1, byte 1)");
  EXPECT_EQ(refusal(std::string_view("{}\0{}", 5)), "a.json: it holds a zero byte (line 1, byte 3)");
  for (const char* json :
       {"{} {}", "1 2", "[1,]", "{\"a\":1,}", "[1] // no", "/* no */ 1", "", " ", "{\"a\"}", "{1:2}", "[1"})
    EXPECT_EQ(refusal(json).find("a.json: it is no JSON: "), 0U) << json << ": " << refusal(json);
}

TEST(StrictJson, SentencesStayShort) {
  const std::string said = refusal("[\"" + repeated("x", 100'000) + "\n\"]");
  EXPECT_LT(said.size(), 300U) << said;
  EXPECT_LT(refusal("{\"" + repeated("é", 1000) + "\":1,\"" + repeated("é", 1000) + "\":1}").size(), 200U);
}

/// Whatever is accepted says the same as nlohmann's own parser and has no key twice; nothing crashes.
TEST(StrictJson, AgreesWithNlohmannOnMutations) {
  const std::string seed = R"({"a":[1,-2.5e3,true,null,"\u00e9x"],"b":{"c":[[],{}],"d":"é"},"e":1e300})";
  std::mt19937 random(7);
  int accepted = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string json = seed;
    for (std::size_t change = 1 + random() % 3; change > 0; --change) {
      const std::size_t at = random() % json.size();
      const std::size_t length = 1 + random() % 5;
      if (random() % 3 == 0)
        json[at] = static_cast<char>(random() % 256);
      else if (random() % 2 == 0)
        json.insert(at, seed.substr(random() % seed.size(), length));
      else
        json.erase(at, length);
      if (json.empty()) json = "0";
    }
    const auto ours = parse_json(json, "", ErrorCode::kBadOption);
    if (!ours.ok()) continue;
    ++accepted;
    ASSERT_TRUE(nlohmann::ordered_json::accept(json)) << json;
    ASSERT_EQ(ours.value().dump(), nlohmann::ordered_json::parse(json).dump()) << json;
  }
  EXPECT_GT(accepted, 20);
}

}  // namespace
}  // namespace explainee::base
