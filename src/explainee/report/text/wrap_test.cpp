#include "explainee/report/text/wrap.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::report::wrap_test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Characters, not bytes: each of these words is made of known ones.
struct Word {
  std::string text;
  std::size_t width = 0;
};

Word random_word(base::Random& random) {
  static const std::vector<std::string> kLetters = {"a", "é", "∞", "²", "z"};
  Word word;
  word.width = 1 + random.below(14);
  for (std::size_t i = 0; i < word.width; ++i) word.text += kLetters[random.below(kLetters.size())];
  return word;
}

/// Line after line, as many words as fit.
std::vector<std::string> filled(const std::vector<Word>& words, std::size_t width, std::size_t first,
                                std::size_t rest) {
  std::vector<std::string> lines = {std::string(first, ' ')};
  std::size_t used = first;
  bool empty = true;
  for (const Word& word : words) {
    if (!empty && used + 1 + word.width > width) {
      lines.emplace_back(rest, ' ');
      used = rest;
      empty = true;
    }
    lines.back() += (empty ? "" : " ") + word.text;
    used += word.width + (empty ? 0 : 1);
    empty = false;
  }
  return lines;
}

TEST(Wrap, FillsLinesWithWholeWordsCountedInCharacters) {
  base::Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<Word> words;
    std::string text;
    const std::uint64_t count = random.below(20);
    for (std::uint64_t i = 0; i < count; ++i) {
      words.push_back(random_word(random));
      text += words.back().text + std::string(1 + random.below(3), ' ');
    }
    const auto width = static_cast<int>(6 + random.below(40));
    const std::size_t first = random.below(4);
    const std::size_t rest = random.below(4);
    EXPECT_EQ(lines_of(wrap(text, width, std::string(first, ' '), std::string(rest, ' '))),
              filled(words, static_cast<std::size_t>(width), first, rest))
        << text;
  }
}

TEST(Wrap, ALongWordStandsOnALineOfItsOwn) {
  EXPECT_EQ(wrap("an immeasurably long one", 10, "", "  "), "an\n  immeasurably\n  long one\n");
  EXPECT_EQ(wrap("immeasurably", 3, "* ", "  "), "* immeasurably\n");
}

TEST(Wrap, APercentSignStaysWithItsNumber) {
  EXPECT_EQ(wrap("it is 12 % of all", 7, "", ""), "it is\n12 % of\nall\n");
  EXPECT_EQ(wrap("it is 12 %.", 7, "", ""), "it is\n12 %.\n");
  EXPECT_EQ(wrap("12 %", 2, "", ""), "12 %\n");
}

TEST(Wrap, NothingIsOneLine) {
  EXPECT_EQ(wrap("", 10, "  ", "    "), "  \n");
  EXPECT_EQ(wrap("  \n ", 10, "", ""), "\n");
}

}  // namespace
}  // namespace explainee::report::wrap_test
