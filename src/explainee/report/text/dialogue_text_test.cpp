#include "explainee/report/text/dialogue_text.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace explainee::report::dialogue_text_test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> many_names(int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back("name" + std::to_string(i));
  return names;
}

TEST(ChoicesText, AFewStandOneUnderTheOtherNumberedFromOne) {
  EXPECT_EQ(choices_text({"age", "blood pressure"}, 80), "  1  age\n  2  blood pressure\n");
  EXPECT_EQ(choices_text({}, 80), "");
  const std::vector<std::string> lines = lines_of(choices_text(many_names(14), 200));
  ASSERT_EQ(lines.size(), 14U);
  EXPECT_EQ(lines[0], "   1  name1");
  EXPECT_EQ(lines[13], "  14  name14");
}

/// "12  name12" is ten characters wide, and four more lie between columns.
TEST(ChoicesText, ManyGoDownTheColumnsThatFit) {
  constexpr int kWidth = 45;
  const std::vector<std::string> lines = lines_of(choices_text(many_names(20), kWidth));
  ASSERT_EQ(lines.size(), 7U);  // three columns of seven
  EXPECT_EQ(lines[0], "   1  name1      8  name8     15  name15");
  EXPECT_EQ(lines[5], "   6  name6     13  name13    20  name20");
  EXPECT_EQ(lines[6], "   7  name7     14  name14");
  for (const std::string& line : lines) {
    EXPECT_LE(line.size(), std::size_t{kWidth}) << line;
    EXPECT_NE(line.back(), ' ') << line;
  }
}

TEST(ChoicesText, ANarrowScreenHasOneColumn) {
  const std::vector<std::string> lines = lines_of(choices_text(many_names(30), 5));
  ASSERT_EQ(lines.size(), 30U);
  EXPECT_EQ(lines[29], "  30  name30");
}

TEST(CaseText, ValuesStandInLineWhateverTheLettersOfTheLabels) {
  const view::CaseView shown{{{"Größe", "180 cm"}, {"age", "30"}, {"body mass index", "24 kg/m²"}}};
  EXPECT_EQ(case_text(shown, 80),
            "  Größe            180 cm\n"
            "  age              30\n"
            "  body mass index  24 kg/m²\n");
}

TEST(CaseText, ManyValuesStandSideBySideAndAllAreThere) {
  view::CaseView shown;
  for (int i = 0; i < 17; ++i) shown.values.push_back({"x" + std::to_string(i), std::to_string(100 + i)});
  const std::string text = case_text(shown, 60);
  EXPECT_LT(lines_of(text).size(), 17U);
  for (int i = 0; i < 17; ++i) EXPECT_NE(text.find(std::to_string(100 + i)), std::string::npos) << i;
}

}  // namespace
}  // namespace explainee::report::dialogue_text_test
