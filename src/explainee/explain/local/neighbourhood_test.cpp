#include "explainee/explain/local/neighbourhood.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"

namespace explainee::explain::neighbourhood_test {
namespace {

using Numbers = std::vector<double>;

/// Random rows in two numbers and a text, some of them of no weight.
struct Scene {
  Metric metric;
  Numbers weights;

  explicit Scene(std::size_t rows, bool weighted = true) {
    base::Random random(2);
    metric.numbers.resize(2);
    metric.texts.resize(1);
    metric.text_squares = {3};
    for (std::size_t i = 0; i < rows; ++i) {
      metric.numbers[0].push_back(random.normal());
      metric.numbers[1].push_back(random.normal());
      metric.texts[0].push_back(static_cast<int>(random.below(2)));
      weights.push_back(weighted ? static_cast<double>(i % 4) : 1);
    }
  }

  [[nodiscard]] double square(std::size_t i, std::size_t j) const {
    const double x = metric.numbers[0][i] - metric.numbers[0][j];
    const double y = metric.numbers[1][i] - metric.numbers[1][j];
    return x * x + y * y + (metric.texts[0][i] == metric.texts[0][j] ? 0 : 3);
  }
  [[nodiscard]] double weight_near(std::size_t at, std::size_t i, double width) const {
    return weights[i] * std::max(0.0, 1 - square(at, i) / (width * width));
  }
  /// (Σw)²/Σw² of the kernel of this width.
  [[nodiscard]] double worth(std::size_t at, double width) const {
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double weight = weight_near(at, i, width);
      sum += weight;
      squares += weight * weight;
    }
    return squares > 0 ? sum * sum / squares : 0;
  }
};

TEST(Neighbourhood, IsTheNarrowestThatIsWorthTheRowsWanted) {
  const Scene scene(200);
  NeighbourFinder finder(scene.metric, scene.weights);
  for (const std::size_t at : {0U, 3U, 50U, 199U}) {
    for (const double wanted : {1.5, 10.0, 60.0}) {
      const std::optional<Neighbourhood> near = finder.find(at, wanted);
      ASSERT_TRUE(near.has_value());
      EXPECT_NEAR(scene.worth(at, near->width), wanted, 1e-6 * wanted);
      EXPECT_NEAR(near->effective_rows, wanted, 1e-6 * wanted);
      for (int k = 1; k < 200; ++k) EXPECT_LT(scene.worth(at, near->width * k / 200), wanted);
    }
  }
}

TEST(Neighbourhood, RowsCountTheLessTheFartherTheyAre) {
  const Scene scene(100);
  const Neighbourhood near = *NeighbourFinder(scene.metric, scene.weights).find(9, 20);
  std::vector<std::uint32_t> rows;
  Numbers weights;
  for (std::uint32_t i = 0; i < 100; ++i) {
    const double weight = scene.weight_near(9, i, near.width);
    if (weight > 0) rows.push_back(i);
    if (weight > 0) weights.push_back(weight);
  }
  EXPECT_EQ(near.rows, rows);
  ASSERT_EQ(near.weights.size(), weights.size());
  for (std::size_t k = 0; k < weights.size(); ++k) EXPECT_NEAR(near.weights[k], weights[k], 1e-12);
}

TEST(Neighbourhood, AllRowsTogetherMayBeTooFew) {
  const Scene scene(100);  // weights 0, 1, 2, 3: worth 150²/350 rows
  NeighbourFinder finder(scene.metric, scene.weights);
  EXPECT_FALSE(finder.find(5, 150.0 * 150 / 350 + 0.01).has_value());
  const std::optional<Neighbourhood> nearly_all = finder.find(5, 150.0 * 150 / 350 - 0.01);
  ASSERT_TRUE(nearly_all.has_value());
  EXPECT_EQ(nearly_all->rows.size(), 75U);
}

TEST(Neighbourhood, RowsAtTheSamePlaceCountAlike) {
  Metric metric;
  metric.numbers = {{0, 0, 0, 5, 5, 9}};
  const Numbers weights(6, 1);
  const Neighbourhood near = *NeighbourFinder(metric, weights).find(1, 3);
  EXPECT_EQ(near.rows, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_NEAR(near.effective_rows, 3, 1e-12);
}

TEST(Neighbourhood, WithoutAMetricAllRowsAreAlike) {
  const Metric metric;
  const Numbers weights(10, 2);
  const std::optional<Neighbourhood> near = NeighbourFinder(metric, weights).find(4, 10);
  ASSERT_TRUE(near.has_value());
  EXPECT_EQ(near->rows.size(), 10U);
  EXPECT_FALSE(NeighbourFinder(metric, weights).find(4, 10.5).has_value());
}

data::MemoryTable small_table() {
  data::MemoryTable table(2);
  table.add("x", Numbers{1, 2, 100, 3, 6});
  table.add("same", Numbers{7, 7, 7, 7, 7});
  table.add("town", std::vector<std::string>{"Oslo", "Rome", "Rome", "Oslo", "Oslo"});
  table.add("land", std::vector<std::string>{"N", "N", "I", "N", "N"});
  return table;
}

TEST(Metric, NumbersAreInStandardDeviationsOfTheRowsThatCount) {
  data::MemoryTable table = small_table();
  const Metric metric = measure_metric(table, {0}, {0, 1, 3, 4}, {1, 2, 0, 1}, {}).value();
  ASSERT_EQ(metric.columns, std::vector<std::string>{"x"});
  const double mean = (1 + 2 * 2 + 6) / 4.0;
  const double sd = std::sqrt((1 + 2 * 4 + 36) / 4.0 - mean * mean);
  const Numbers x = {1, 2, 3, 6};
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(metric.numbers[0][i], (x[i] - mean) / sd, 1e-12);
}

/// Two random rows differ by 2 in a number column, squared, on average; in a text column likewise.
TEST(Metric, TextsDifferOnAverageAsNumbersDo) {
  data::MemoryTable table = small_table();
  const Numbers weights = {1, 2, 1, 1, 0};
  const Metric metric = measure_metric(table, {2}, {0, 1, 2, 3, 4}, weights, {}).value();
  double mean = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      const bool differ = metric.texts[0][i] != metric.texts[0][j];
      mean += weights[i] / 5 * weights[j] / 5 * (differ ? metric.text_squares[0] : 0);
    }
  }
  EXPECT_NEAR(mean, 2, 1e-12);
  EXPECT_EQ(metric.texts[0][0], metric.texts[0][4]);
  EXPECT_NE(metric.texts[0][0], metric.texts[0][1]);
}

TEST(Metric, WhatIsTheSameEverywhereIsLeftOut) {
  data::MemoryTable table = small_table();
  const Metric metric = measure_metric(table, {0, 1, 3}, {0, 1, 3, 4}, {1, 1, 1, 1}, {}).value();
  EXPECT_EQ(metric.columns, std::vector<std::string>{"x"});  // land is N in these rows
  EXPECT_TRUE(metric.texts.empty());
}

TEST(Metric, ATableThatGrewShorterAndACancelAreToldOf) {
  data::MemoryTable table = small_table();
  const auto shorter = measure_metric(table, {0}, {0, 5}, {1, 1}, {});
  ASSERT_FALSE(shorter.ok());
  EXPECT_EQ(shorter.error().code, base::ErrorCode::kUnreadableFile);
  EXPECT_EQ(shorter.error().subject.file, "table");
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const auto stopped = measure_metric(table, {0}, {0}, {1}, control);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::explain::neighbourhood_test
