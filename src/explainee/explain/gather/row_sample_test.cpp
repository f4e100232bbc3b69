#include "explainee/explain/gather/row_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <set>

#include "explainee/data/memory_table.h"

namespace explainee::explain::row_sample_test {
namespace {

/// These columns as sources; the second of the tables below is a text.
family::Sample sources(const std::vector<std::size_t>& columns) {
  family::Sample sample;
  for (const std::size_t column : columns) {
    family::Source source;
    source.column = column;
    source.type = column == 1 ? data::ColumnType::kText : data::ColumnType::kNumber;
    sample.sources.push_back(source);
  }
  return sample;
}

data::MemoryTable make_table(std::size_t batch_rows) {
  const double nan = std::nan("");
  const double infinite = std::numeric_limits<double>::infinity();
  data::MemoryTable table(batch_rows);
  table.add("a", std::vector<double>{1, 2, nan, 4, 5, 6});
  table.add("t", std::vector<std::string>{"u", "", "v", "w", "x", "y"});
  table.add("b", std::vector<double>{10, 20, 30, 40, infinite, 60});
  table.add("w", std::vector<double>{1, 3, 1, 0, 1, 2});
  return table;
}

TEST(RowSample, HoldsAllRowsThatCountWhateverTheBatches) {
  for (const std::size_t batch_rows : {1U, 2U, 100U}) {
    data::MemoryTable table = make_table(batch_rows);
    family::Sample sample = sources({0, 1, 2});
    ASSERT_TRUE(fill_sample(table, 3, 0, {}, sample).ok());
    EXPECT_EQ(sample.rows, (std::vector<std::int64_t>{0, 1, 5}));  // 2 and 4 have gaps, 3 has no weight
    EXPECT_EQ(sample.weights, (std::vector<double>{1, 3, 2}));
    EXPECT_EQ(sample.sources[0].values, (std::vector<double>{1, 2, 6}));
    EXPECT_TRUE(sample.sources[1].values.empty());
    EXPECT_EQ(sample.sources[2].values, (std::vector<double>{10, 20, 60}));
    EXPECT_NEAR(sample.sources[0].mean, 19.0 / 6, 1e-12);                        // (1 + 3·2 + 2·6)/6
    EXPECT_NEAR(sample.sources[0].sd, std::sqrt(85.0 / 6 - 361.0 / 36), 1e-12);  // (1 + 3·4 + 2·36)/6 − mean²
    EXPECT_NEAR(sample.sources[2].mean, 190.0 / 6, 1e-12);
  }
}

TEST(RowSample, WeightsMayBeASourceOrAbsent) {
  data::MemoryTable table = make_table(2);
  family::Sample sample = sources({3, 0});
  ASSERT_TRUE(fill_sample(table, 3, 0, {}, sample).ok());
  EXPECT_EQ(sample.sources[0].values, sample.weights);
  EXPECT_EQ(sample.rows, (std::vector<std::int64_t>{0, 1, 4, 5}));
  family::Sample plain = sources({0});
  ASSERT_TRUE(fill_sample(table, std::nullopt, 0, {}, plain).ok());
  EXPECT_EQ(plain.rows, (std::vector<std::int64_t>{0, 1, 3, 4, 5}));
  EXPECT_EQ(plain.weights, std::vector<double>(5, 1.0));
  EXPECT_NEAR(plain.sources[0].mean, 3.6, 1e-12);
}

constexpr std::size_t kManyRows = 200'000;  // twice as many as are kept

family::Sample sample_of_many(std::size_t batch_rows, std::uint64_t seed) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < kManyRows; ++i) numbers.push_back(static_cast<double>(i));
  data::MemoryTable table(batch_rows);
  table.add("number", numbers);
  family::Sample sample = sources({0});
  EXPECT_TRUE(fill_sample(table, std::nullopt, seed, {}, sample).ok());
  return sample;
}

TEST(RowSample, OfManyRowsEachHasTheSameChance) {
  const family::Sample sample = sample_of_many(65536, 1);
  ASSERT_EQ(sample.rows.size(), 100'000U);
  EXPECT_EQ(std::set<std::int64_t>(sample.rows.begin(), sample.rows.end()).size(), sample.rows.size());
  for (std::size_t i = 0; i < sample.rows.size(); ++i)
    ASSERT_EQ(sample.sources[0].values[i], static_cast<double>(sample.rows[i]));
  for (std::int64_t part = 0; part < 4; ++part) {  // a quarter has 25000 of them, ±112 as a standard deviation
    const auto in_part =
        std::count_if(sample.rows.begin(), sample.rows.end(), [&](std::int64_t row) { return row / 50'000 == part; });
    EXPECT_NEAR(static_cast<double>(in_part), 25'000, 560) << part;
  }
  EXPECT_NEAR(sample.sources[0].mean, (kManyRows - 1) / 2.0, 1e-6);  // of all rows
}

TEST(RowSample, TheChoiceHangsOnTheSeedAloneNotOnBatches) {
  const family::Sample sample = sample_of_many(65536, 1);
  EXPECT_EQ(sample_of_many(999, 1).rows, sample.rows);
  EXPECT_NE(sample_of_many(65536, 2).rows, sample.rows);
}

TEST(RowSample, ATableWithoutRowsThatCountGivesNothing) {
  data::MemoryTable table;
  table.add("a", std::vector<double>{std::nan("")});
  family::Sample sample = sources({0});
  ASSERT_TRUE(fill_sample(table, std::nullopt, 0, {}, sample).ok());
  EXPECT_TRUE(sample.rows.empty());
  EXPECT_EQ(sample.sources[0].sd, 0);
}

TEST(RowSample, StopsWhenCancelled) {
  data::MemoryTable table = make_table(2);
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  family::Sample sample = sources({0});
  EXPECT_EQ(fill_sample(table, std::nullopt, 0, control, sample).error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::explain::row_sample_test
