#include "explainee/files/bytes/utf8.h"

#include <gtest/gtest.h>

namespace explainee::files {
namespace {

using namespace std::string_view_literals;

TEST(Utf8, AcceptsWellFormedText) {
  for (const std::string_view text : {""sv, "plain ascii of some length"sv, "\xC3\xA9t\xC3\xA9"sv, "\xE2\x82\xAC 5"sv,
                                      "\xF0\x9F\x98\x80"sv, "\xEF\xBF\xBD"sv, "\xF4\x8F\xBF\xBF"sv}) {
    EXPECT_EQ(check_text(text).fault, TextFault::kNone) << text;
  }
}

TEST(Utf8, FindsWhatIsNotUtf8) {
  for (const std::string_view bad : {"\xE9"sv, "\xC0\x80"sv, "\xE0\x80\x80"sv, "\xED\xA0\x80"sv, "\xF5\x80\x80\x80"sv,
                                     "\xF4\x90\x80\x80"sv, "\x80"sv, "\xE2\x82"sv, "\xF0\x9F\x98"sv, "\xFF"sv}) {
    const std::string text = "0123456789" + std::string(bad);
    const TextCheck check = check_text(text);
    EXPECT_EQ(check.fault, TextFault::kNotUtf8);
    EXPECT_EQ(check.offset, 10u);
  }
}

TEST(Utf8, FindsNulBytesAtEveryPlace) {
  for (std::size_t at = 0; at < 20; ++at) {
    std::string text(20, '\x01');
    text[at] = '\0';
    EXPECT_EQ(check_text(text).fault, TextFault::kNul);
    EXPECT_EQ(check_text(text).offset, at);
  }
}

TEST(Utf8, QuotesAreShortenedAtTheEndOfACharacter) {
  EXPECT_EQ(in_quotes("abc"), "\"abc\"");
  EXPECT_EQ(in_quotes(std::string(39, 'a') + "\xC3\xA9z"), "\"" + std::string(39, 'a') + "…\"");
}

}  // namespace
}  // namespace explainee::files
