#include "explainee/report/svg/svg_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "explainee/report/testing/xml.h"

namespace explainee::report::svg_text_test {
namespace {

const std::string kHostile = R"(</text><script a="1">&amp; 'x' <b> & Ärger)";

/// Characters of a UTF-8 text: all bytes but those that continue one.
std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xC0') != '\x80'; }));
}

TEST(XmlReader, RefusesWhatIsNotWellFormed) {
  EXPECT_EQ(xml::read("<a x=\"1\"><b/>t&lt;</a>").wrong, "");
  for (const char* text : {"", "text", "<a>", "<a></b>", "<a></a><b/>", "<a x=1/>", "<a x=\"1\" x=\"2\"/>",
                           "<a>&x;</a>", "<a> & </a>", "<a>\x1b</a>", "<a>1 < 2</a>", "<a x=\"<\"/>", "<a/>more"})
    EXPECT_NE(xml::read(text).wrong, "") << text;
}

TEST(SvgText, EscapedTextIsReadBackAsItWas) {
  const xml::Document document = xml::read("<t>" + svg_escape(kHostile) + "</t>");
  EXPECT_EQ(document.wrong, "");
  ASSERT_EQ(document.elements.size(), 1U);
  EXPECT_EQ(document.elements[0].text, kHostile);
  EXPECT_EQ(xml::read("<t a=\"" + svg_escape(kHostile) + "\"/>").elements.at(0).attribute("a"), kHostile);
}

TEST(SvgText, IsOneElementAtItsPlaceWithItsAttributes) {
  const xml::Document document = xml::read(svg_text(12.34, -5, kHostile, "class=\"tick\" text-anchor=\"end\""));
  EXPECT_EQ(document.wrong, "");
  ASSERT_EQ(document.elements.size(), 1U);
  const xml::Element& text = document.elements[0];
  EXPECT_EQ(text.name, "text");
  EXPECT_EQ(text.text, kHostile);
  EXPECT_NEAR(text.number("x"), 12.34, 0.05);
  EXPECT_EQ(text.number("y"), -5);
  EXPECT_EQ(text.attribute("class"), "tick");
  EXPECT_EQ(text.attribute("text-anchor"), "end");
}

TEST(SvgText, FitsToAWidthInCharactersAndNeverCutsOneApart) {
  const std::string text = "äöü€𝄞abc";  // eight characters of one to four bytes
  EXPECT_EQ(svg_fit(text, 8), text);
  for (std::size_t width = 1; width < 8; ++width) {
    const std::string cut = svg_fit(text, width);
    EXPECT_EQ(characters(cut), width) << cut;
    ASSERT_TRUE(cut.ends_with("…")) << cut;
    EXPECT_TRUE(text.starts_with(cut.substr(0, cut.size() - std::string("…").size()))) << cut;
  }
  EXPECT_EQ(svg_fit(text, 6), "äöü€𝄞…");
  EXPECT_EQ(svg_fit("", 3), "");
}

}  // namespace
}  // namespace explainee::report::svg_text_test
