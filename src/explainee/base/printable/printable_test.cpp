#include "explainee/base/printable/printable.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace explainee::base {
namespace {

/// The bytes of a code point, surrogates too.
std::string utf8(char32_t c) {
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80U | (c >> shift & 0x3FU)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0U | c >> 6U), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0U | c >> 12U), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | c >> 18U), tail(12), tail(6), tail(0)};
}

TEST(Printable, WhatCanBeSeenStays) {
  for (const char* text :
       {"", "bmi", "blood pressure", "Größe", "体重", "вес", "❤️", "a\\u{202e}b", "{}", "~\"'<&"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ControlsAreWrittenOut) {
  EXPECT_EQ(printable("a\033[2Jb"), "a\\u{1b}[2Jb");
  EXPECT_EQ(printable("two\nlines\tand\rmore"), "two\\u{a}lines\\u{9}and\\u{d}more");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\u{0}b");
  EXPECT_EQ(printable("\x7f\xc2\x9b"), "\\u{7f}\\u{9b}");
}

TEST(Printable, EveryKindOfInvisibleCharacterIsWrittenOut) {
  const std::vector<char32_t> kinds = {0x80,    0x9F,    0xAD,    0x34F,   0x61C,  0x115F, 0x180E, 0x200B,
                                       0x200D,  0x200E,  0x200F,  0x2028,  0x2029, 0x202A, 0x202E, 0x2060,
                                       0x2066,  0x2069,  0x206F,  0x3164,  0xFEFF, 0xFFF9, 0xFFFB, 0x110BD,
                                       0x1D173, 0xE0001, 0xE0020, 0xE007F, 0xD800, 0xDFFF};
  for (const char32_t c : kinds) {
    EXPECT_TRUE(is_unseen(c)) << static_cast<unsigned>(c);
    const std::string shown = printable("a" + utf8(c) + "b");
    EXPECT_TRUE(shown.starts_with("a\\u{") && shown.ends_with("}b")) << shown;
  }
  for (const char32_t c : {0x20,   0x7E,   0xA0,   0xAC,   0xAE,   0x61B,  0x61D,  0x200A, 0x2010,  0x2027,
                           0x202F, 0x205F, 0x2070, 0xD7FF, 0xE000, 0xFE0F, 0xFFFC, 0xFFFD, 0x1F600, 0x10FFFF})
    EXPECT_EQ(printable(utf8(c)), utf8(c)) << static_cast<unsigned>(c);
}

TEST(Printable, BytesThatAreNoUtf8AreWrittenOut) {
  EXPECT_EQ(printable("caf\xe9"), "caf\\x{e9}");
  EXPECT_EQ(printable("\x9b[2J"), "\\x{9b}[2J");
  EXPECT_EQ(printable("\xc0\x9b"), "\\x{c0}\\x{9b}");                        // an overlong form
  EXPECT_EQ(printable("\xe0\x82\x9b"), "\\x{e0}\\x{82}\\x{9b}");             // another
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\x{f4}\\x{90}\\x{80}\\x{80}");  // beyond Unicode
  EXPECT_EQ(printable("\xe2\x80"), "\\x{e2}\\x{80}");                        // cut short
  EXPECT_EQ(printable("\xc3(\xff"), "\\x{c3}(\\x{ff}");
}

TEST(Printable, AnyBytesBecomeOneVisibleLineAndStaySo) {
  std::string bytes;
  unsigned state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 1664525U + 1013904223U;
    bytes += static_cast<char>(state >> 24U);
  }
  const std::string shown = printable(bytes);
  for (std::size_t at = 0; at < shown.size();) {
    const Character c = character_at(shown, at);
    ASSERT_TRUE(c.is_utf8 && !is_unseen(c.code)) << at;
    at += c.length;
  }
  EXPECT_EQ(printable(shown), shown);
}

TEST(Printable, LinesStayLines) {
  EXPECT_EQ(printable_lines("a\nb\r\n\033[2J\u202e\n"), "a\nb\\u{d}\n\\u{1b}[2J\\u{202e}\n");
}

}  // namespace
}  // namespace explainee::base
