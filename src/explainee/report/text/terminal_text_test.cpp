#include "explainee/report/text/terminal_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include "explainee/base/errors/message.h"
#include "explainee/view/make_view.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::report::terminal_text_test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The line that begins with this, after its indentation.
std::string line_of(const std::string& text, const std::string& begin) {
  for (const std::string& line : lines_of(text)) {
    if (line.substr(std::min(line.find_first_not_of(' '), line.size())).starts_with(begin)) return line;
  }
  return "";
}

std::string without_colour(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\033') {
      plain += text[i];
    } else {
      i = text.find('m', i);
    }
  }
  return plain;
}

view::FactView fact(const std::string& label, double share, const std::string& weight) {
  view::FactView one;
  one.label = label;
  one.share = share;
  one.weight.text = weight;
  one.coefficient = "+1.5";
  return one;
}

view::View small_view() {
  view::View view;
  view.title = "risk explained to somebody";
  view.rows = 50;
  view.gaps = {{"typical error", {20, "20 points"}, {10, "10 points"}, 0.5, "1 bits"}};
  view.weight_title = "moves the prediction by";
  view.facts = {fact("Größe", 1, "8"), fact("blood pressure", 0.3, "2.4")};
  view.sentences = {{"First of facts.", view::Weight::kHeadline, view::Topic::kFacts},
                    {"Second of facts.", view::Weight::kBody, view::Topic::kFacts},
                    {"About certainty.", view::Weight::kDetail, view::Topic::kCertainty},
                    {"The caution.", view::Weight::kBody, view::Topic::kCaution}};
  return view;
}

TEST(TerminalText, SentencesOfOneTopicAreAParagraphAndTheCautionStandsLast) {
  view::View view = small_view();
  view.notes = {"A note."};
  const std::string text = terminal_text(view, {});
  EXPECT_NE(text.find("\n\n  First of facts. Second of facts.\n\n  About certainty.\n"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\n\n  A note.\n\n  The caution.\n")) << text;
}

TEST(TerminalText, SentencesAndNotesKeepToTheWidth) {
  view::View view = small_view();
  std::string words;
  for (int i = 0; i < 40; ++i) words += "wörd ";
  view.sentences[1].text = words;
  view.notes = {words};
  view.title = "";
  view.facts.clear();
  view.gaps.clear();
  for (const std::string& line : lines_of(terminal_text(view, {.width = 30})))
    EXPECT_LE(view::text_width(line), 30U) << line;
}

TEST(TerminalText, FactsStandInColumnsWhateverTheirLetters) {
  const std::string text = terminal_text(small_view(), {});
  const std::string one = line_of(text, "Größe");
  const std::string other = line_of(text, "blood pressure");
  EXPECT_EQ(view::text_width(one), view::text_width(other));
  EXPECT_EQ(view::text_width(line_of(text, "fact")), view::text_width(one));  // headings and numbers end alike
  const auto blocks = [](const std::string& line) {
    std::size_t count = 0;
    for (std::size_t at = line.find("█"); at != std::string::npos; at = line.find("█", at + 1)) ++count;
    return count;
  };
  EXPECT_NEAR(static_cast<double>(blocks(other)), 0.3 * static_cast<double>(blocks(one)), 1);
}

TEST(TerminalText, TheBarOfTheErrorIsAsLongHoweverMuchIsLeft) {
  view::View view = small_view();
  std::size_t width = 0;
  for (const double left : {0.0, 0.002, 0.01, 0.5, 0.5005, 0.77, 0.999, 1.0}) {
    view.gaps[0].left = left;
    const std::string line = line_of(terminal_text(view, {}), "typical error");
    EXPECT_NE(line.find("20 points → 10 points"), std::string::npos) << line;
    if (width == 0) width = view::text_width(line);
    EXPECT_EQ(view::text_width(line), width) << left;
  }
}

TEST(TerminalText, TheCurveLeavesOutWhatAddsNothing) {
  view::View view = small_view();
  view::CurveStep step{.count = 1, .set = {{"a"}, "a alone", {0.5, "0.5"}, false, {}}, .share = 0.5};
  view.curve = {step};
  EXPECT_EQ(terminal_text(view, {}).find("a alone"), std::string::npos);  // a single point is no curve
  view.curve.push_back(step);
  view.curve[1].count = 2;
  view.curve[1].set.text = "a and b";
  view.curve.push_back(view.curve[1]);
  view.curve[2].set.text = "the same once more";
  view.curve[2].adds_none = true;
  const std::string text = terminal_text(view, {});
  EXPECT_NE(line_of(text, "1 ").find("0.5"), std::string::npos);
  EXPECT_TRUE(line_of(text, "2 ").ends_with("a and b"));
  EXPECT_EQ(text.find("the same once more"), std::string::npos);
}

TEST(TerminalText, ARowIsShownForOnePredictionOnly) {
  view::View view = small_view();
  view.row = {view::row_view({100, {{"a", "7", 18}, {"b", "5", -9}}, 5, 114}, {})};
  view.row[0].name = "row 3";
  view.row[0].steps[2].text = "-9.0";
  const std::string text = terminal_text(view, {});
  EXPECT_NE(text.find("\n  row 3\n"), std::string::npos);
  EXPECT_NE(line_of(text, "b 5").find("-9.0"), std::string::npos);
  view.row.push_back(view.row[0]);
  EXPECT_EQ(terminal_text(view, {}).find("row 3"), std::string::npos);
}

TEST(TerminalText, OfAClassItSaysHowOftenOneIsRight) {
  view::View view = small_view();
  view.right = view::Change{{0.62, "62 %"}, {0.81, "81 %"}};
  const std::string text = terminal_text(view, {});
  EXPECT_NE(text.find("62 % → 81 %"), std::string::npos);
  EXPECT_EQ(text.find("1 bits"), std::string::npos);  // the bits stand in the bar already
}

TEST(TerminalText, ColourChangesNothingButColour) {
  view::View view = view::make_view(view::testing::written_answer(), view::testing::make_names());
  const std::string plain = terminal_text(view, {});
  const std::string painted = terminal_text(view, {.colour = true});
  EXPECT_GT(painted.size(), plain.size());
  EXPECT_EQ(without_colour(painted), plain);
}

/// An answer in which every name that a table can have moves the cursor.
explain::Explanation hostile_answer() {
  const std::string escape = "\033[2J\a\xc2\x9bm";
  explain::Explanation e = view::testing::written_answer();
  e.predictions = {"p" + escape};
  e.summary[0].name += escape;
  for (explain::Fact& fact : e.facts) fact.name += escape;
  for (explain::CurvePoint& point : e.curve) point.set.features.push_back(escape);
  e.alternatives = {e.curve[0].set};
  e.alternatives[0].indistinguishable = true;
  e.impersonal_unknown = e.curve[0].set;
  e.already_known = {{"k" + escape, {"by" + escape}}};
  e.set_aside = {{"id" + escape, base::say("it is like '{}'", escape)}};
  e.warnings = {{"looks_like_the_prediction", base::say("column '{}' is suspicious", escape)}};
  e.row->id = "17" + escape;
  e.row->contributions[0].name += escape;
  e.row->contributions[1].shown = family::Shown::kLevel;
  e.row->contributions[1].level = "Oslo" + escape;
  return e;
}

TEST(TerminalText, NoNameMovesTheCursor) {
  explain::Explanation e = hostile_answer();
  explain::Explanation of_class = e;
  of_class.label = explain::LabelReport{"verdict\033", {"no\033", "yes\033"}, 0.62, 0.81, true};
  of_class.information.of_nats = 1;
  explain::Explanation judged = e;
  judged.score.emplace();
  judged.score->best = e.curve[1].set;
  judged.score->lost_nats = 0.1;
  for (const explain::Explanation& one : {e, of_class, judged}) {
    const std::string text = terminal_text(view::make_view(one, {}), {});
    EXPECT_TRUE(std::none_of(text.begin(), text.end(), [](char c) {
      return c != '\n' && std::iscntrl(static_cast<unsigned char>(c)) != 0;
    })) << text;
    EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);
  }
}

}  // namespace
}  // namespace explainee::report::terminal_text_test
