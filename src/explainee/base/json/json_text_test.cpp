#include "explainee/base/json/json_text.h"

#include <gtest/gtest.h>

#include <string>

#include "explainee/base/printable/printable.h"

namespace explainee::base {
namespace {

using Json = nlohmann::ordered_json;

TEST(JsonText, WhatCannotBeSeenIsEscapedAndMeansTheSame) {
  const Json json = {{"a\033\x7f", "b\u202e\u009b\u2028"}, {"tag", "\U000E0041!"}, {"plain", {"Größe", "体重", 1.5}}};
  const std::string text = json_text(json);
  EXPECT_EQ(text,
            "{\"a\\u001b\\u007f\":\"b\\u202e\\u009b\\u2028\",\"tag\":\"\\udb40\\udc41!\",\"plain\":[\"Größe\",\"体重\","
            "1.5]}");
  EXPECT_EQ(Json::parse(text), json);
  EXPECT_EQ(Json::parse(json_text(json, 2)), json);
}

TEST(JsonText, LinesAreThoseOfTheIndentation) { EXPECT_EQ(json_text({{"a", "x\ny"}}, 2), "{\n  \"a\": \"x\\ny\"\n}"); }

TEST(JsonText, BytesThatAreNoUtf8AreReplaced) { EXPECT_EQ(json_text({"\xff"}), "[\"\ufffd\"]"); }

TEST(JsonText, NoCharacterThatCannotBeSeenIsLeft) {
  std::string all;
  for (char32_t c = 1; c < 0x800; ++c) {
    if (c >= 0x80) all += static_cast<char>(0xC0U | c >> 6U);
    all += static_cast<char>(c < 0x80 ? c : 0x80U | (c & 0x3FU));
  }
  const std::string text = json_text({all});
  for (std::size_t at = 0; at < text.size(); at += character_at(text, at).length)
    ASSERT_FALSE(is_unseen(character_at(text, at).code)) << at;
  EXPECT_EQ(Json::parse(text).front().get<std::string>(), all);
}

}  // namespace
}  // namespace explainee::base
