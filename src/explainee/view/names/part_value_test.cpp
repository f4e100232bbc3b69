#include "explainee/view/names/part_value.h"

#include <gtest/gtest.h>

#include <string>

#include "explainee/view/testing/small_answer.h"

namespace explainee::view::part_value_test {
namespace {

explain::Contribution part_of(const std::string& name, family::Shown shown, double value) {
  explain::Contribution part;
  part.name = name;
  part.shown = shown;
  part.value = value;
  return part;
}

TEST(PartValue, ANumberIsAsPeopleKnowIt) {
  const explain::Contribution part = part_of("b", family::Shown::kNumber, 5.298317366548036);
  EXPECT_EQ(part_value(part, testing::make_names()), "200 mg/dl");
  EXPECT_EQ(part_label(part, testing::make_names()), "triglycerides");
}

TEST(PartValue, ACategoryIsItsLevelWithoutControlCharacters) {
  explain::Contribution part;
  part.name = "city";
  part.shown = family::Shown::kLevel;
  part.level = "Os\033lo";
  EXPECT_EQ(part_value(part, {}), "Os\\u{1b}lo");
  EXPECT_EQ(part_label(part, {}), "city");
}

TEST(PartValue, ANumberToldAsAWordIsCalledByItsColumn) {
  explain::Contribution part;
  part.name = "b in thirds";
  part.shown = family::Shown::kLevel;
  part.level = "high";
  part.sources = {{"b", 5.3}};
  EXPECT_EQ(part_label(part, testing::make_names()), "triglycerides");
  EXPECT_EQ(part_value(part, testing::make_names()), "high");
}

TEST(PartValue, ARuleHoldsOrDoesNotAndLikenessIsAShare) {
  EXPECT_EQ(part_value(part_of("r", family::Shown::kYesNo, 1), {}), "yes");
  EXPECT_EQ(part_value(part_of("r", family::Shown::kYesNo, 0), {}), "no");
  EXPECT_EQ(part_value(part_of("e", family::Shown::kShare, 0.83), {}), "83 %");
}

TEST(PartValue, WhatIsMadeOfSeveralColumnsShowsTheirValuesInOrder) {
  explain::Contribution part = part_of("a*p", family::Shown::kValues, 12);
  part.sources = {{"p", 3}, {"a", 4}};
  EXPECT_EQ(part_value(part, testing::names_of_p("points", "")), "3 points, 4");
  part.shown = family::Shown::kSources;
  EXPECT_EQ(part_value(part, testing::names_of_p("points", "")), "risk 3 points, a 4");
}

}  // namespace
}  // namespace explainee::view::part_value_test
