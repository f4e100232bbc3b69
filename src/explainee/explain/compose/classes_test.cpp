#include "explainee/explain/compose/classes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::classes_test {
namespace {

using Change = std::function<void(request::Request&)>;
using Names = std::vector<std::string>;
using testing::SmallTable;

Composition composed(
    const Input& input, const std::string& prediction, const Change& change = [](auto& /*r*/) {}) {
  request::Request request = testing::about_p();
  request.what.prediction = {prediction};
  request.facts.features = {"a", "b"};
  change(request);
  return compose(input, request, {}).value();
}

TEST(Classes, OfATextAreItsLevels) {
  const SmallTable rows;
  Composition c = composed(rows.input(), "town");
  const std::vector<int> columns = prediction_columns(c.gathered);
  Names levels;
  for (const int column : columns)
    levels.push_back(c.gathered.moments->columns[static_cast<std::size_t>(column)].level);
  EXPECT_EQ(levels, (Names{"Oslo", "Rome", "Turku"}));
  const auto classes = find_classes(c).value();
  ASSERT_TRUE(classes.has_value());
  EXPECT_EQ(classes->columns, columns);
  EXPECT_EQ(classes->names, levels);
  EXPECT_EQ(c.answer.label->column, "town");
  EXPECT_EQ(c.answer.label->classes, levels);
}

TEST(Classes, OfANumberAreZeroAndOneMeasuredFromItsShift) {
  SmallTable rows;
  rows.table.add("rome", testing::where(rows.town, "Rome"));
  Composition c = composed(rows.input(), "rome");
  const auto classes = find_classes(c).value();
  ASSERT_TRUE(classes.has_value());
  const double shift = c.gathered.moments->columns[static_cast<std::size_t>(classes->columns.at(0))].shift;
  EXPECT_EQ(classes->columns, prediction_columns(c.gathered));
  EXPECT_EQ(classes->values, (std::vector<double>{0 - shift, 1 - shift}));
  EXPECT_EQ(classes->names, (Names{"0", "1"}));
  EXPECT_EQ(c.answer.label->classes, (Names{"0", "1"}));
}

TEST(Classes, OtherNumbersAreNone) {
  SmallTable rows;
  std::vector<double> alike;  // of the mean and variance that zeros and ones might have: every x² − x averages to 0
  std::vector<double> half;
  for (std::size_t i = 0; i < rows.a.size(); ++i) {
    alike.push_back(i % 2 == 0 ? 0.5 : 0.5 + std::sqrt(0.5));
    half.push_back(i % 2 == 0 ? 0 : 0.5);
  }
  rows.table.add("alike", alike);
  rows.table.add("half", half);
  for (const char* prediction : {"alike", "half", "p"}) {
    Composition c = composed(rows.input(), prediction);
    EXPECT_FALSE(find_classes(c).value().has_value()) << prediction;
    EXPECT_FALSE(c.answer.label.has_value()) << prediction;
  }
}

TEST(Classes, ANumberIsNoneWhereItIsToBeMeasuredAsOne) {
  SmallTable rows;
  rows.table.add("rome", testing::where(rows.town, "Rome"));
  rows.table.add("oslo", testing::where(rows.town, "Oslo"));
  const std::vector<Change> wishes = {
      [](auto& r) { r.how.resolution = 0.1; },
      [](auto& r) { r.how.estimator = "gaussian"; },
      [](auto& r) { r.what.prediction.emplace_back("oslo"); },
      [](auto& r) {
        r.what.prediction.emplace_back("oslo");
        r.what.draws = true;
      },
  };
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    Composition c = composed(rows.input(), "rome", wishes[i]);
    EXPECT_FALSE(find_classes(c).value().has_value()) << i;
  }
}

TEST(Classes, ALevelWithoutWeightIsNoClass) {
  SmallTable rows;
  std::vector<double> weights = testing::where(rows.town, "Rome");
  for (double& weight : weights) weight = 1 - weight;
  rows.table.add("w", weights);
  Composition c = composed(rows.input(), "town", [](auto& r) { r.how.weight = "w"; });
  EXPECT_EQ(find_classes(c).value()->names, (Names{"Oslo", "Turku"}));
}

TEST(Classes, WhatIsForNumbersIsRefused) {
  const SmallTable rows;
  const std::vector<Change> wishes = {
      [](auto& r) { r.how.resolution = 0.1; },
      [](auto& r) { r.how.estimator = "gaussian"; },
      [](auto& r) {
        r.facts.noise = {{{"a"}, 1}};
      },
      [](auto& r) {
        r.facts.shown_as = {{{"b"}, 1}};
      },
      [](auto& r) {
        r.who.summary = {"c"};
        r.who.summary_noise = {{"c", 0.1}};
        r.who.noise_free = true;
      },
  };
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    Composition c = composed(rows.input(), "town", wishes[i]);
    const auto classes = find_classes(c);
    ASSERT_FALSE(classes.ok()) << i;
    EXPECT_EQ(classes.error().code, base::ErrorCode::kBadOption) << i;
  }
}

TEST(Classes, OfMoreThanFiftyAreTooMany) {
  for (const std::size_t count : {50U, 51U}) {
    SmallTable rows(400);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < rows.a.size(); ++i) texts.push_back("class " + std::to_string(i % count));
    rows.table.add("class", texts);
    Composition c = composed(rows.input(), "class");
    const auto classes = find_classes(c);
    EXPECT_EQ(classes.ok(), count == 50);
    if (classes.ok()) continue;
    EXPECT_EQ(classes.error().code, base::ErrorCode::kUnfitColumn);
    EXPECT_EQ(classes.error().subject.file, "table");
  }
}

TEST(Classes, AreNotLookedForWithoutRowsOrWhenStopped) {
  SmallTable rows;
  rows.table.add("rome", testing::where(rows.town, "Rome"));
  Composition c = composed(rows.input(), "rome");
  c.answer.interrupted = true;
  EXPECT_FALSE(find_classes(c).value().has_value());
  Input moments;
  moments.moments = c.gathered.moments;
  Composition without = composed(moments, "rome");
  EXPECT_FALSE(find_classes(without).value().has_value());
}

}  // namespace
}  // namespace explainee::explain::classes_test
