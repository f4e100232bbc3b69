#include "explainee/report/svg/waterfall_svg.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explainee/report/testing/xml.h"

namespace explainee::report::waterfall_svg_test {
namespace {

/// From 100 up by 18, down by 3, and a rest of 5.
view::RowView up_and_down() { return view::row_view({100, {{"a", "7", 18}, {"b", "5", -3}}, 5, 120}, {}); }

std::vector<xml::Element> bars(const xml::Document& svg) {
  std::vector<xml::Element> found = svg.all("rect");
  std::erase_if(found, [](const xml::Element& rect) { return rect.attribute("width") == "100%"; });
  return found;
}

TEST(WaterfallSvg, BarsAreAsLongAsTheirAmountsOnOneScaleForAll) {
  const view::RowView other = view::row_view({110, {{"c", "", -40}}, 50, 120}, {});
  const std::vector<WaterfallPanel> panels = {{"one", "", up_and_down()}, {"two", "", other}};
  const xml::Document svg = xml::read(waterfall_svg("t", panels));
  ASSERT_EQ(svg.wrong, "");
  const std::vector<xml::Element> drawn = bars(svg);
  const std::vector<double> amounts = {18, 3, 5, 40, 50};
  ASSERT_EQ(drawn.size(), amounts.size());
  const double pixels = drawn[4].number("width") / 50;
  for (std::size_t i = 0; i < amounts.size(); ++i)
    EXPECT_NEAR(drawn[i].number("width"), pixels * amounts[i], 0.12) << i;
}

TEST(WaterfallSvg, EachBarBeginsWhereTheOneBeforeEnds) {
  const std::vector<WaterfallPanel> panels = {{"one", "", up_and_down()}};
  const xml::Document svg = xml::read(waterfall_svg("t", panels));
  const std::vector<xml::Element> drawn = bars(svg);
  const std::vector<xml::Element> ends = svg.all("circle");
  ASSERT_EQ(drawn.size(), 3U);
  ASSERT_EQ(ends.size(), 2U);
  const auto right = [](const xml::Element& bar) { return bar.number("x") + bar.number("width"); };
  EXPECT_NEAR(drawn[0].number("x"), ends[0].number("cx"), 0.11);
  EXPECT_NEAR(right(drawn[1]), right(drawn[0]), 0.22);            // down from where it went up to
  EXPECT_NEAR(drawn[2].number("x"), drawn[1].number("x"), 0.11);  // and up again from there
  EXPECT_NEAR(right(drawn[2]), ends[1].number("cx"), 0.22);
  for (std::size_t i = 1; i < 3; ++i) EXPECT_GT(drawn[i].number("y"), drawn[i - 1].number("y") + 18);
}

TEST(WaterfallSvg, UpDownAndTheRestAreToldApart) {
  const std::vector<WaterfallPanel> panels = {{"one", "", up_and_down()},
                                              {"two", "", view::row_view({0, {{"a", "", 1}}, -2, -1}, {})}};
  const std::vector<xml::Element> drawn = bars(xml::read(waterfall_svg("t", panels)));
  ASSERT_EQ(drawn.size(), 5U);
  const auto colour = [&](std::size_t i) { return drawn[i].attribute("fill"); };
  EXPECT_NE(colour(0), colour(1));
  EXPECT_NE(colour(2), colour(0));
  EXPECT_NE(colour(2), colour(1));
  EXPECT_EQ(colour(3), colour(0));
  EXPECT_EQ(colour(4), colour(2));  // grey whichever way it goes
}

TEST(WaterfallSvg, StaysWellFormedWhateverTheNames) {
  view::RowView row = up_and_down();
  row.steps[1].label = "<b>&\"";
  row.steps[1].value = "</text>";
  const std::vector<WaterfallPanel> panels = {{"a <i> of \"many\" & more words than stand on one line", "1 < 2", row}};
  const xml::Document svg = xml::read(waterfall_svg("x & y", panels));
  EXPECT_EQ(svg.wrong, "");
  EXPECT_EQ(svg.all("title").at(0).text, "x & y");
  for (const char* text : {"x & y", "<b>&\"", "</text>", "1 < 2"}) EXPECT_EQ(svg.saying(text).name, "text") << text;
}

TEST(WaterfallSvg, ALongNameOfAFactTakesTwoLinesAboveItsValue) {
  view::RowView row = up_and_down();
  row.steps[1].label = "triglycerides, more when body mass index is high";
  row.steps[1].value = "133 mg/dl";
  const xml::Document svg = xml::read(waterfall_svg("t", std::vector<WaterfallPanel>{{"one", "", row}}));
  const xml::Element first = svg.saying("triglycerides, more when");
  const xml::Element second = svg.saying("body mass index is high");
  const xml::Element value = svg.saying("133 mg/dl");
  EXPECT_LT(first.number("y") + 8, second.number("y"));
  EXPECT_LT(second.number("y") + 8, value.number("y"));
  EXPECT_LT(value.number("y") + 8, svg.saying("b").number("y"));
  EXPECT_EQ(first.number("x"), value.number("x"));
}

TEST(WaterfallSvg, ThePanelSaysWhichRowsItsErrorIsOf) {
  view::View view;
  view.gaps = {{"typical error", {21, "21"}, {14.7, "14.7 points"}, 0.7, ""}};
  view.row = {up_and_down()};
  EXPECT_EQ(waterfall_panel(view, "one").subtitle, "typical error 21 → 14.7 points");
  view.measured_on = "rows not used for choosing";
  EXPECT_EQ(waterfall_panel(view, "one").subtitle, "typical error 21 → 14.7 points, on rows not used for choosing");
}

TEST(WaterfallSvg, ALongTitleTakesTwoLinesAndLosesNoWord) {
  const std::string title = "somebody who knows body mass index, blood pressure and age";
  const std::vector<WaterfallPanel> panels = {{title, "sub", up_and_down()}};
  const xml::Document svg = xml::read(waterfall_svg("t", panels));
  std::string joined;
  for (const xml::Element& text : svg.all("text")) {
    if (text.attribute("class") == "who") joined += (joined.empty() ? "" : " ") + text.text;
  }
  EXPECT_EQ(joined, title);
  EXPECT_EQ(svg.saying(title).name, "");
}

TEST(WaterfallSvg, ARowWithoutStepsHasAPlaceToo) {
  for (const double value : {0.0, 100.0, 1e6, -3e12}) {
    const std::vector<WaterfallPanel> panels = {{"one", "", view::row_view({value, {}, 0, value}, {})}};
    const std::string text = waterfall_svg("t", panels);
    EXPECT_EQ(text.find("nan"), std::string::npos) << value;
    const std::vector<xml::Element> dots = xml::read(text).all("circle");
    ASSERT_EQ(dots.size(), 3U);
    for (const xml::Element& dot : dots) {
      EXPECT_GT(dot.number("cx"), 0) << value;
      EXPECT_LT(dot.number("cx"), xml::read(text).elements.at(0).number("width")) << value;
    }
  }
  EXPECT_EQ(xml::read(waterfall_svg("t", {})).wrong, "");
}

}  // namespace
}  // namespace explainee::report::waterfall_svg_test
