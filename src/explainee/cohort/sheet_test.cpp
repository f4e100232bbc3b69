#include "explainee/cohort/sheet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "explainee/cohort/testing/kept_rows.h"

namespace explainee::cohort::sheet_test {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kBit = std::numbers::ln2;

Served served_well() {
  Served served;
  served.optimal = true;
  served.facts = {3, 1};
  served.coefficients = {0.5, kNone};
  served.nats = 2 * kBit;
  served.removed = 0.75;
  served.bound_nats = 3 * kBit;
  served.impersonal_nats = kBit;
  return served;
}

KeptRows written(const Sheet& sheet) {
  KeptRows rows;
  KeepingSink sink(output_columns(), rows);
  EXPECT_TRUE(sheet.write(sink).ok());
  return rows;
}

TEST(Sheet, APersonIsARowInBits) {
  Sheet sheet;
  sheet.add("ann", served_well(), {"bmi", "city"}, 1);
  const KeptRows rows = written(sheet);
  EXPECT_EQ(rows.texts.at("user"), std::vector<std::string>{"ann"});
  EXPECT_EQ(rows.text_lists.at("features")[0], (std::vector<std::string>{"bmi", "city"}));
  EXPECT_EQ(rows.number_lists.at("coefficients")[0][0], 0.5);
  EXPECT_TRUE(std::isnan(rows.number_lists.at("coefficients")[0][1]));  // a category has several
  EXPECT_DOUBLE_EQ(rows.numbers.at("bits")[0], 2);
  EXPECT_DOUBLE_EQ(rows.numbers.at("bound_bits")[0], 3);
  EXPECT_DOUBLE_EQ(rows.numbers.at("impersonal_bits")[0], 1);
  EXPECT_EQ(rows.numbers.at("removed")[0], 0.75);
  EXPECT_EQ(rows.numbers.at("infinite")[0], 0);
  EXPECT_EQ(rows.numbers.at("optimal")[0], 1);
  EXPECT_EQ(rows.numbers.at("catalogue")[0], 1);
  EXPECT_EQ(rows.texts.at("status")[0], "ok");
}

TEST(Sheet, ListsOfPeopleWithAndWithoutFactsStayApart) {
  Served nothing;
  nothing.status = Status::kNothingToExplain;
  Sheet sheet;
  sheet.add("ann", served_well(), {"a", "b"}, kNone);
  sheet.add("bo", nothing, {}, kNone);
  sheet.add("cy", served_well(), {"c", "d"}, kNone);
  const KeptRows rows = written(sheet);
  EXPECT_EQ(rows.text_lists.at("features"), (std::vector<std::vector<std::string>>{{"a", "b"}, {}, {"c", "d"}}));
  EXPECT_EQ(rows.texts.at("status"), (std::vector<std::string>{"ok", "nothing_to_explain", "ok"}));
  EXPECT_EQ(rows.numbers.at("bits")[1], 0);
  EXPECT_TRUE(std::isnan(rows.numbers.at("catalogue")[0]));
}

TEST(Sheet, WhatIsInfiniteOrUnknownIsNull) {
  Served infinite = served_well();
  infinite.infinite = true;
  infinite.bound_nats.reset();
  infinite.impersonal_nats = std::numeric_limits<double>::infinity();
  Served unknown;
  unknown.status = Status::kTooFewRows;
  Sheet sheet;
  sheet.add("ann", infinite, {"a", "b"}, 0);
  sheet.add("bo", unknown, {}, kNone);
  const KeptRows rows = written(sheet);
  EXPECT_EQ(rows.numbers.at("infinite"), (std::vector<double>{1, 0}));
  for (const char* name : {"bits", "bound_bits", "impersonal_bits"}) {
    EXPECT_TRUE(std::isnan(rows.numbers.at(name)[0])) << name;
    EXPECT_TRUE(std::isnan(rows.numbers.at(name)[1])) << name;
  }
  EXPECT_EQ(rows.numbers.at("removed")[0], 0.75);
  EXPECT_TRUE(std::isnan(rows.numbers.at("removed")[1]));
}

TEST(Sheet, WhatIsKnownOnlyOneByOneIsNullElsewhere) {
  Served alone = served_well();
  alone.found = true;
  alone.predictive_nats = 1.5 * kBit;
  alone.predictive_error = kBit / 4;
  alone.shapes = {family::Shape::Kind::kBent, family::Shape::Kind::kAsIs};
  Sheet sheet;
  sheet.add("ann", alone, {"a", "b"}, kNone);
  sheet.add("bo", served_well(), {"a", "b"}, kNone);
  const KeptRows rows = written(sheet);
  EXPECT_EQ(rows.numbers.at("found")[0], 1);
  EXPECT_DOUBLE_EQ(rows.numbers.at("predictive_bits")[0], 1.5);
  EXPECT_DOUBLE_EQ(rows.numbers.at("predictive_se")[0], 0.25);
  EXPECT_EQ(rows.text_lists.at("shapes"), (std::vector<std::vector<std::string>>{{"bent", "as it is"}, {}}));
  for (const char* name : {"found", "predictive_bits", "predictive_se"})
    EXPECT_TRUE(std::isnan(rows.numbers.at(name)[1])) << name;
}

TEST(Sheet, EveryColumnStandsWhereItsPlaceSays) {
  const std::vector<data::Column> columns = output_columns();
  const auto name = [&](OutputColumn column) { return columns[static_cast<std::size_t>(column)].name; };
  EXPECT_EQ(name(OutputColumn::kStatus), "status");
  EXPECT_EQ(name(OutputColumn::kFound), "found");
  EXPECT_EQ(name(OutputColumn::kShapes), "shapes");
  EXPECT_EQ(columns.size(), static_cast<std::size_t>(OutputColumn::kShapes) + 1);
}

TEST(Sheet, WithoutPeopleNothingIsWritten) { EXPECT_EQ(written(Sheet()).writes, 0); }

TEST(Sheet, EveryStatusHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Status status : {Status::kOk, Status::kNotProven, Status::kNothingToExplain, Status::kTooFewRows})
    names.insert(status_name(status));
  EXPECT_EQ(names, (std::set<std::string_view>{"ok", "not_proven", "nothing_to_explain", "too_few_rows"}));
}

}  // namespace
}  // namespace explainee::cohort::sheet_test
