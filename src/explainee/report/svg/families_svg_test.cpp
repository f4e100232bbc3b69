#include "explainee/report/svg/families_svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "explainee/report/testing/xml.h"

namespace explainee::report::families_svg_test {
namespace {

view::FamilyStep told(double bits, bool optimal = true) {
  view::FamilyStep step;
  step.bits = {bits, std::to_string(bits)};
  step.optimal = optimal;
  return step;
}

view::FamilyStep settled() {
  view::FamilyStep step = told(0);
  step.infinite = true;
  return step;
}

view::FamiliesView families(std::vector<view::FamilyView> all) {
  view::FamiliesView view;
  view.subject = "risk";
  view.person = "somebody";
  view.rows = 80;
  view.families = std::move(all);
  return view;
}

view::FamilyView family(const std::string& name, std::vector<view::FamilyStep> steps) {
  view::FamilyView one;
  one.name = name;
  one.steps = std::move(steps);
  one.end = "e";
  return one;
}

/// The bits at a height, by the labels of the axis: the lowest and the highest that stand right-aligned at its left.
double bits_at(const xml::Document& svg, double y) {
  std::vector<xml::Element> ticks = svg.all("text");
  std::erase_if(ticks, [](const xml::Element& text) { return text.attribute("text-anchor") != "end"; });
  const xml::Element& low = ticks.front();
  const xml::Element& high = ticks.back();
  const double from = std::atof(low.text.c_str());
  const double to = std::atof(high.text.c_str());
  const double base_line = low.number("y") - 4;  // a label's middle stands a little below its line
  return from + (to - from) * (y - base_line) / (high.number("y") - low.number("y"));
}

TEST(FamiliesSvg, DotsStandAtTheirBitsByTheAxis) {
  const std::vector<double> bits = {0.42, 0.9, 1.37};
  const xml::Document svg = xml::read(families_svg(families({family("a", {told(0.42), told(0.9), told(1.37)})})));
  ASSERT_EQ(svg.wrong, "");
  const std::vector<xml::Element> dots = svg.all("circle");
  ASSERT_EQ(dots.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(bits_at(svg, dots[k].number("cy")), bits[k], 0.002);
  EXPECT_NEAR(dots[1].number("cx") - dots[0].number("cx"), dots[2].number("cx") - dots[1].number("cx"), 0.11);
  std::vector<xml::Element> counts = svg.all("text");
  std::erase_if(counts, [](const xml::Element& text) {
    return text.attribute("class") != "tick" || text.attribute("text-anchor") != "middle";
  });
  ASSERT_EQ(counts.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(counts[k].number("x"), dots[k].number("cx"), 0.06);
}

TEST(FamiliesSvg, WhatSettlesThePredictionStandsAboveAllNumbers) {
  const xml::Document svg =
      xml::read(families_svg(families({family("a", {told(2), told(7.99)}), family("b", {told(1), settled()})})));
  ASSERT_EQ(svg.wrong, "");
  const std::vector<xml::Element> dots = svg.all("circle");
  ASSERT_EQ(dots.size(), 4U);
  EXPECT_LT(dots[3].number("cy"), dots[1].number("cy"));
  EXPECT_NEAR(bits_at(svg, dots[1].number("cy")), 7.99, 0.03);
}

TEST(FamiliesSvg, HollowDotsAreNotProven) {
  const xml::Document svg = xml::read(families_svg(families({family("a", {told(1), told(2, false)})})));
  const std::vector<xml::Element> dots = svg.all("circle");
  ASSERT_EQ(dots.size(), 2U);
  EXPECT_EQ(dots[0].attribute("fill"), dots[0].attribute("stroke"));
  EXPECT_EQ(dots[1].attribute("fill"), "#ffffff");
  EXPECT_EQ(dots[1].attribute("stroke"), dots[0].attribute("stroke"));
}

TEST(FamiliesSvg, LabelsAtTheEndsDoNotCoverEachOther) {
  std::vector<view::FamilyView> all;
  for (int i = 0; i < 9; ++i) all.push_back(family("f" + std::to_string(i), {told(i < 5 ? 0.001 * i : 1)}));
  const xml::Document svg = xml::read(families_svg(families(all)));
  ASSERT_EQ(svg.wrong, "");
  std::vector<double> heights;
  for (const xml::Element& text : svg.all("text")) {
    if (text.attribute("class") == "name") heights.push_back(text.number("y"));
  }
  ASSERT_EQ(heights.size(), 9U);
  std::sort(heights.begin(), heights.end());
  for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 13) << i;  // a line's height
  EXPECT_GT(heights.front(), 0);
  EXPECT_LT(heights.back(), svg.elements.at(0).number("height"));
}

TEST(FamiliesSvg, StaysWellFormedWhateverTheNames) {
  view::FamiliesView view = families({family("<b> & \"c\"", {told(1)}), family("none", {})});
  view.subject = "a < b";
  view.person = "</text>";
  const xml::Document svg = xml::read(families_svg(view));
  EXPECT_EQ(svg.wrong, "");
  EXPECT_EQ(svg.all("polyline").size(), 1U);
  EXPECT_NE(svg.all("title").at(0).text.find("</text>"), std::string::npos);
  EXPECT_NE(svg.saying("<b> & \"c\"  e").name, "");
}

TEST(FamiliesSvg, HasAnAxisWithoutAnythingToShow) {
  const std::vector<std::vector<view::FamilyView>> empty = {{}, {family("a", {told(0)})}, {family("a", {settled()})}};
  for (const std::vector<view::FamilyView>& all : empty) {
    const std::string text = families_svg(families(all));
    EXPECT_EQ(xml::read(text).wrong, "");
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find("inf"), std::string::npos);
  }
}

}  // namespace
}  // namespace explainee::report::families_svg_test
