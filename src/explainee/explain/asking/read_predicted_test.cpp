#include "explainee/explain/asking/read_predicted.h"

#include <gtest/gtest.h>

#include <cmath>

namespace explainee::explain::read_predicted_test {
namespace {

data::MemoryTable some_table() {
  data::MemoryTable table;
  table.add("a", std::vector<double>{1, 2, std::nan(""), 4});
  table.add("p", std::vector<double>{10, 20, 30, 40});
  table.add("town", std::vector<std::string>{"Oslo", "", "Rome", "Rome"});
  table.add("id", std::vector<std::string>{"x", "y", "z", "x"});
  return table;
}

TEST(ReadPredicted, TakesCompleteRowsOfAllColumnsButThePrediction) {
  data::MemoryTable table = some_table();
  const auto read = read_predicted(table, {{"p"}, {}}, {});
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().left_out, 2U);
  const PredictedRows& rows = read.value().rows;
  ASSERT_EQ(rows.columns.size(), 3U);
  EXPECT_EQ(rows.columns[0].numbers, (std::vector<double>{1, 4}));
  EXPECT_EQ(rows.columns[1].texts, (std::vector<std::string>{"Oslo", "Rome"}));
  EXPECT_EQ(rows.predictions, (std::vector<double>{10, 40}));
}

TEST(ReadPredicted, WhatIsExcludedCostsNoRow) {
  data::MemoryTable table = some_table();
  const auto read = read_predicted(table, {{"p"}, {"a", "i*"}}, {});
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().left_out, 1U);
  EXPECT_EQ(read.value().rows.columns.size(), 1U);
}

TEST(ReadPredicted, OfAClassWhetherItIsTheMostFrequent) {
  data::MemoryTable table = some_table();
  const auto read = read_predicted(table, {{"id"}, {"a", "town"}}, {});
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().rows.predictions, (std::vector<double>{1, 0, 0, 1}));
}

TEST(ReadPredicted, UnknownNamesAreErrors) {
  data::MemoryTable table = some_table();
  for (const PredictedColumns& columns :
       {PredictedColumns{{"q"}, {}}, PredictedColumns{{"p"}, {"q"}}, PredictedColumns{{}, {}}}) {
    EXPECT_FALSE(read_predicted(table, columns, {}).ok());
  }
}

}  // namespace
}  // namespace explainee::explain::read_predicted_test
