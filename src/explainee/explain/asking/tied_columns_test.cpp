#include "explainee/explain/asking/tied_columns.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/random.h"
#include "explainee/explain/asking/one_hot.h"

namespace explainee::explain::tied_columns_test {
namespace {

using Groups = std::vector<std::vector<std::size_t>>;

constexpr std::size_t kRows = 400;

/// A column computed row by row.
template <class Value>
RowColumn computed(Value value) {
  RowColumn column{"c", data::ColumnType::kNumber, {}, {}};
  for (std::size_t i = 0; i < kRows; ++i) column.numbers.push_back(value(i));
  return column;
}

RowColumn noise(std::uint64_t stream) {
  base::Random random(5, stream);
  return computed([&](std::size_t) { return random.normal(); });
}

Groups tied(const RowColumns& columns) { return tied_columns(columns, 1, {}); }

TEST(TiedColumns, ColumnsOfTheirOwnStayAlone) {
  EXPECT_EQ(tied({noise(1), noise(2), noise(3)}), (Groups{{0}, {1}, {2}}));
}

TEST(TiedColumns, CorrelationAloneDoesNotTie) {
  const RowColumn a = noise(1);
  const RowColumn e = noise(2);
  const RowColumn b = computed([&](std::size_t i) { return a.numbers[i] + 0.4 * e.numbers[i]; });  // R² = .86
  EXPECT_EQ(tied({a, b}), (Groups{{0}, {1}}));
}

TEST(TiedColumns, AFunctionOfAnotherColumnIsTiedToIt) {
  const RowColumn a = noise(1);
  const RowColumn square = computed([&](std::size_t i) { return a.numbers[i] * a.numbers[i]; });
  const RowColumn cut = computed([&](std::size_t i) { return a.numbers[i] > 1 ? 1.0 : 0.0; });
  const RowColumn wave = computed([&](std::size_t i) { return std::sin(3 * a.numbers[i]); });
  EXPECT_EQ(tied({noise(2), a, square, cut, wave}), (Groups{{0}, {1, 2, 3, 4}}));
}

TEST(TiedColumns, ASumIsTiedToItsParts) {
  const RowColumn a = noise(1);
  const RowColumn b = noise(2);
  const RowColumn c = noise(3);
  const RowColumn sum = computed([&](std::size_t i) { return a.numbers[i] - 2 * b.numbers[i] + 0.5 * c.numbers[i]; });
  EXPECT_EQ(tied({a, noise(4), b, sum, c}), (Groups{{0, 2, 3, 4}, {1}}));
}

TEST(TiedColumns, MoreColumnsThanRowsTieNothingByChance) {
  RowColumns columns;
  for (std::uint64_t stream = 0; stream < 60; ++stream) {
    columns.push_back(noise(stream));
    columns.back().numbers.resize(50);
  }
  EXPECT_EQ(tied(columns).size(), 60U);
}

TEST(TiedColumns, TextsAreTiedToWhatNamesThem) {
  RowColumn zip = computed([](std::size_t i) { return static_cast<double>(i * i % 7); });
  RowColumn town{"town", data::ColumnType::kText, {}, {}};
  for (const double code : zip.numbers) town.texts.emplace_back(code < 2 ? "Rome" : code < 5 ? "Oslo" : "Turku");
  EXPECT_EQ(tied({zip, noise(1), town}), (Groups{{0, 2}, {1}}));
  base::Random random(3);
  for (std::string& text : town.texts) {
    if (random.below(3) == 0) text = "Rome";
  }
  EXPECT_EQ(tied({zip, noise(1), town}), (Groups{{0}, {1}, {2}}));
}

TEST(OneHotGroups, AreFoundAmongOtherFlags) {
  base::Random random(4);
  RowColumns columns(7, computed([](std::size_t) { return 0.0; }));
  for (std::size_t i = 0; i < kRows; ++i) {
    columns[random.below(3)].numbers[i] = 1;      // columns 0, 1, 2
    columns[3 + random.below(2)].numbers[i] = 1;  // columns 3, 4
    columns[5].numbers[i] = random.below(5) == 0 ? 1 : 0;
    columns[6].numbers[i] = random.below(2) == 0 ? 1 : 0;
  }
  std::swap(columns[1], columns[5]);
  EXPECT_EQ(one_hot_groups(columns), (Groups{{0, 2, 5}, {3, 4}}));
}

TEST(OneHotGroups, ARowWithoutAnyOrWithTwoBreaksThem) {
  RowColumns columns(2, computed([](std::size_t) { return 0.0; }));
  for (std::size_t i = 0; i < kRows; ++i) columns[i % 2].numbers[i] = 1;
  EXPECT_EQ(one_hot_groups(columns).size(), 1U);
  RowColumns none = columns;
  none[0].numbers[10] = 0;
  EXPECT_TRUE(one_hot_groups(none).empty());
  RowColumns two = columns;
  two[1].numbers[10] = 1;
  EXPECT_TRUE(one_hot_groups(two).empty());
}

}  // namespace
}  // namespace explainee::explain::tied_columns_test
