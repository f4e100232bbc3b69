#include "explainee/explain/rows/fact_values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/explain/explain.h"
#include "explainee/request/testing/plain_request.h"

namespace explainee::explain {
namespace {

/// Keeps what is written.
class Kept final : public data::TableSink {
 public:
  base::Result<void> write(std::span<const data::ColumnView> columns) override {
    numbers.resize(columns.size());
    texts.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      numbers[i].insert(numbers[i].end(), columns[i].numbers.begin(), columns[i].numbers.end());
      texts[i].insert(texts[i].end(), columns[i].texts.begin(), columns[i].texts.end());
    }
    return {};
  }
  base::Result<void> finish() override { return {}; }

  std::vector<std::vector<double>> numbers;
  std::vector<std::vector<std::string>> texts;
};

struct Rows {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> y;
  std::vector<std::string> city;
  data::MemoryTable table;
};

Rows make_rows() {
  Rows rows;
  base::Random random(5);
  for (int i = 0; i < 200; ++i) {
    rows.a.push_back(random.normal());
    rows.b.push_back(random.normal());
    rows.city.emplace_back(random.below(2) == 0 ? "Oslo" : "Turku");
    rows.y.push_back(3 * rows.a.back() + (rows.city.back() == "Oslo" ? 2 : 0) + rows.b.back() * rows.b.back() +
                     0.1 * random.normal());
  }
  rows.table.add("a", rows.a);
  rows.table.add("b", rows.b);
  rows.table.add("city", rows.city);
  rows.table.add("y", rows.y);
  return rows;
}

Kept read(Rows& rows, request::Request request, std::vector<data::Column>& columns) {
  request.what.prediction = {"y"};
  request.how.keep = true;
  Input input;
  input.table = data::Dataset::borrow(rows.table);
  const auto answer = explain(input, request, {});
  EXPECT_TRUE(answer.ok());
  columns = fact_columns(*answer.value().explainer);
  Kept kept;
  EXPECT_TRUE(read_facts(*answer.value().explainer, rows.table, kept, {}).ok());
  return kept;
}

TEST(FactValues, AreTheCellsOfTheTable) {
  Rows rows = make_rows();
  std::vector<data::Column> columns;
  request::Request request = request::testing::plain_request();
  request.facts.sparsity = 2;
  const Kept kept = read(rows, request, columns);
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_EQ(columns[0].name, "a");
  EXPECT_EQ(kept.numbers[0], rows.a);
  EXPECT_EQ(columns[1].type, data::ColumnType::kText);
  EXPECT_EQ(kept.texts[1], rows.city);
}

TEST(FactValues, AreRoundedAsTheyAreShown) {
  Rows rows = make_rows();
  std::vector<data::Column> columns;
  request::Request request = request::testing::plain_request();
  request.facts.sparsity = 1;
  request.facts.shown_as = {{{"a"}, 0.5}};
  const Kept kept = read(rows, request, columns);
  ASSERT_EQ(columns[0].name, "a");
  for (std::size_t i = 0; i < rows.a.size(); ++i) EXPECT_EQ(kept.numbers[0][i], std::round(rows.a[i] * 2) / 2);
}

TEST(FactValues, OfAFittedShapeAreThoseOfItsColumn) {
  Rows rows = make_rows();
  std::vector<data::Column> columns;
  request::Request request = request::testing::plain_request();
  request.facts.family = {"auto"};
  request.facts.features = {"b"};
  request.facts.sparsity = 1;
  const Kept kept = read(rows, request, columns);
  ASSERT_EQ(columns[0].name, "b");  // told bent: y has its square
  EXPECT_EQ(kept.numbers[0], rows.b);
}

TEST(FactValues, OfAProductWithWhatIsKnownAreThoseOfItsColumns) {
  Rows rows = make_rows();
  for (std::size_t i = 0; i < rows.y.size(); ++i) rows.y[i] += 3 * rows.a[i] * rows.b[i];
  data::MemoryTable table;
  table.add("a", rows.a);
  table.add("b", rows.b);
  table.add("y", rows.y);
  rows.table = std::move(table);
  std::vector<data::Column> columns;
  request::Request request = request::testing::plain_request();
  request.who.knows = {"a"};
  request.who.reader = request::ReaderKind::kFlexible;
  request.facts.family = {"auto"};
  request.facts.features = {"b"};
  request.facts.sparsity = 1;
  const Kept kept = read(rows, request, columns);
  ASSERT_EQ(columns.size(), 3U);  // the fact, and both columns by which it is shown
  EXPECT_EQ(columns[0].name, "b, more when a is high");
  EXPECT_EQ(columns[1].name, "b");
  EXPECT_EQ(columns[2].name, "a");
  EXPECT_EQ(kept.numbers[0], rows.b);
  EXPECT_EQ(kept.numbers[1], rows.b);
  EXPECT_EQ(kept.numbers[2], rows.a);
}

TEST(FactValues, OfABendAreThoseOfItsSource) {
  Rows rows = make_rows();
  std::vector<data::Column> columns;
  request::Request request = request::testing::plain_request();
  request.facts.sparsity = 1;
  request.facts.family = {"curves"};
  request.facts.features = {"b"};
  const Kept kept = read(rows, request, columns);
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_EQ(kept.numbers[0], rows.b);
}

}  // namespace
}  // namespace explainee::explain
