#include "explainee/report/text/families_text.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/sentences.h"

namespace explainee::report::families_text_test {
namespace {

view::FamilyStep step(const std::string& bits, bool optimal = true) {
  view::FamilyStep one;
  one.bits.text = bits;
  one.error.text = "17.4";
  one.seconds = "<0.001";
  one.optimal = optimal;
  return one;
}

view::FamilyView family(const std::string& name, std::vector<view::FamilyStep> steps) {
  view::FamilyView one;
  one.name = name;
  one.candidates = 8;
  one.before.text = "34.8";
  one.steps = std::move(steps);
  return one;
}

view::FamiliesView two_families() {
  view::FamiliesView view;
  view.subject = "risk";
  view.person = "somebody";
  view.rows = 80;
  const view::FamilyStep one = step("1.000");
  view.families = {family("features", {one, one, one, one, one, one}),
                   family("categories", {step("0.912", false), step("∞")}), family("groups", {})};
  view.notes = {"the first note", "the second note"};
  return view;
}

std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.find(part) != std::string::npos) found.push_back(line);
  }
  return found;
}

TEST(FamiliesText, FourNumbersOfFactsStandBesideEachOther) {
  const std::string text = families_text(two_families());
  EXPECT_EQ(lines_with(text, "  features").size(), 2U);
  EXPECT_EQ(lines_with(text, "  categories").size(), 1U);  // it has nothing more to show
  EXPECT_EQ(lines_with(text, "  groups").size(), 0U);
  ASSERT_EQ(lines_with(text, "1 fact ").size(), 1U);
  EXPECT_NE(lines_with(text, "1 fact ")[0].find("4 facts"), std::string::npos);
  ASSERT_EQ(lines_with(text, "5 facts").size(), 1U);
  EXPECT_NE(lines_with(text, "5 facts")[0].find("6 facts"), std::string::npos);
}

TEST(FamiliesText, NumbersStandUnderTheirHeadings) {
  const std::string text = families_text(two_families());
  const std::string heading = lines_with(text, "  family")[0];
  const std::string one = lines_with(text, "  features")[0];
  const std::string other = lines_with(text, "  categories")[0];
  const std::size_t bits = heading.find("bits") + 4;  // numbers end where the word ends
  EXPECT_EQ(one.find("1.000") + 5, bits);
  EXPECT_EQ(other.find("0.912") + 5, bits);
  for (const std::string& line : {one, other}) EXPECT_EQ(line.find("34.8"), heading.find("none")) << line;
  const std::size_t second = heading.find("bits", bits) + 4;
  EXPECT_EQ(view::text_width(other.substr(0, other.find("∞"))) + 1, second);
  EXPECT_EQ(view::text_width(one), heading.size());
}

TEST(FamiliesText, AStarMarksWhatIsNotProven) {
  const std::string text = families_text(two_families());
  EXPECT_NE(text.find("0.912* "), std::string::npos);
  EXPECT_EQ(text.find("1.000*"), std::string::npos);
  EXPECT_EQ(text.find("∞*"), std::string::npos);
}

TEST(FamiliesText, BeginsWithWhatIsExplainedToWhomAndEndsWithNotesAndTheCaution) {
  const std::string text = families_text(two_families());
  const std::string first = text.substr(0, text.find('\n'));
  for (const char* part : {"risk", "somebody", "80 rows"}) EXPECT_NE(first.find(part), std::string::npos) << part;
  EXPECT_LT(text.find("the first note"), text.find("the second note"));
  EXPECT_TRUE(text.ends_with(std::string(view::kNotCauses) + "\n"));
}

}  // namespace
}  // namespace explainee::report::families_text_test
