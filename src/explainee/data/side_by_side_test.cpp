#include "explainee/data/side_by_side.h"

#include <gtest/gtest.h>

#include <limits>

#include "explainee/base/errors/speech.h"
#include "explainee/data/memory_table.h"

namespace explainee::data {
namespace {

std::unique_ptr<MemoryTable> people(std::size_t batch_rows, std::vector<double> ids) {
  auto table = std::make_unique<MemoryTable>(batch_rows);
  std::vector<double> a;
  for (std::size_t i = 0; i < ids.size(); ++i) a.push_back(10.0 * static_cast<double>(i));
  table->add("id", std::move(ids));
  table->add("a", std::move(a));
  return table;
}

std::unique_ptr<MemoryTable> units(std::size_t batch_rows, std::vector<double> ids) {
  auto table = std::make_unique<MemoryTable>(batch_rows);
  std::vector<std::string> topics;
  for (std::size_t i = 0; i < ids.size(); ++i) topics.push_back(std::string(1, static_cast<char>('a' + i)));
  table->add("topic", std::move(topics));
  table->add("id", std::move(ids));
  return table;
}

/// Everything that a pass over these columns gives: texts as they are, numbers separated by spaces.
std::string read(TableSource& table, const std::vector<std::size_t>& wanted) {
  std::string all;
  if (!table.start(wanted).ok()) return "no start";
  Batch batch;
  std::int64_t row = 0;
  while (true) {
    const auto more = table.next(batch);
    if (!more.ok()) return base::text(more.error(), base::command_line());
    if (!more.value()) return all;
    EXPECT_EQ(batch.first_row, row);
    EXPECT_GT(batch.rows, 0U);
    EXPECT_EQ(batch.columns.size(), wanted.size());
    for (std::size_t i = 0; i < batch.rows; ++i) {
      for (const ColumnView& column : batch.columns)
        all += column.texts.empty() ? std::to_string(static_cast<int>(column.numbers[i])) + " "
                                    : std::string(column.texts[i]) + " ";
    }
    row += static_cast<std::int64_t>(batch.rows);
  }
}

TEST(SideBySide, RowsBelongTogetherWhateverTheBatches) {
  for (const std::size_t left : {1U, 2U, 3U, 100U}) {
    for (const std::size_t right : {1U, 2U, 5U, 100U}) {
      auto joined = SideBySide::join(people(left, {1, 2, 3, 4, 5}), units(right, {1, 2, 3, 4, 5}), "id");
      ASSERT_TRUE(joined.ok());
      TableSource& table = *joined.value();
      ASSERT_EQ(table.columns().size(), 3U);  // the id once
      EXPECT_EQ(table.columns()[2].name, "topic");
      for (int pass = 0; pass < 2; ++pass) {
        EXPECT_EQ(read(table, {2, 1}), "a 0 b 10 c 20 d 30 e 40 ");
        EXPECT_EQ(read(table, {0}), "1 2 3 4 5 ");
        EXPECT_EQ(read(table, {2}), "a b c d e ");
        EXPECT_EQ(read(table, {}), "");
      }
    }
  }
}

TEST(SideBySide, TheFirstRowWithAnotherIdIsNamed) {
  for (const std::size_t batch_rows : {1U, 3U, 100U}) {
    auto joined = SideBySide::join(people(batch_rows, {1, 2, 3, 4, 5}), units(2, {1, 2, 3, 5, 4}), "id");
    ASSERT_TRUE(joined.ok());
    EXPECT_EQ(read(*joined.value(), {1}),
              "table, row 3 (counting from 0): row 3 is 4 by its column 'id', but 5 in table, row 3; bring both tables "
              "into the same "
              "order");
  }
}

TEST(SideBySide, MissingIdsAgree) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  auto joined = SideBySide::join(people(2, {1, none}), units(3, {1, none}), "id");
  ASSERT_TRUE(joined.ok());
  EXPECT_EQ(read(*joined.value(), {1}), "0 10 ");
}

/// A table that does not tell its number of rows before a pass.
class Unhinted final : public TableSource {
 public:
  explicit Unhinted(std::unique_ptr<TableSource> table) : table_(std::move(table)) {}
  [[nodiscard]] const std::vector<Column>& columns() const override { return table_->columns(); }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override { return table_->start(wanted); }
  [[nodiscard]] base::Result<bool> next(Batch& batch) override { return table_->next(batch); }
  [[nodiscard]] base::Subject where(std::int64_t row) const override { return table_->where(row); }
  [[nodiscard]] std::string name() const override { return "unhinted"; }

 private:
  std::unique_ptr<TableSource> table_;
};

TEST(SideBySide, UnequalNumbersOfRowsAreBothTold) {
  EXPECT_EQ(base::text(SideBySide::join(people(2, {1, 2, 3}), units(2, {1, 2}), "id").error(), base::command_line()),
            "table: has 3 rows, but table has 2; the two must hold the same rows in the same order");
  for (const std::size_t batch_rows : {1U, 2U, 100U}) {
    auto longer =
        SideBySide::join(people(batch_rows, {1, 2, 3, 4, 5}), std::make_unique<Unhinted>(units(3, {1, 2, 3})), "id");
    EXPECT_EQ(read(*longer.value(), {1}),
              "table: has 5 rows, but unhinted has 3; the two must hold the same rows in the same order");
    auto shorter =
        SideBySide::join(people(batch_rows, {1, 2}), std::make_unique<Unhinted>(units(3, {1, 2, 3, 4, 5, 6, 7})), "id");
    EXPECT_EQ(read(*shorter.value(), {1}),
              "table: has 2 rows, but unhinted has 7; the two must hold the same rows in the same order");
  }
}

TEST(SideBySide, ANameInBothIsAnError) {
  const auto joined = SideBySide::join(people(2, {1, 2}), units(2, {1, 2}), "");
  EXPECT_EQ(joined.error().code, base::ErrorCode::kDuplicateColumn);
  EXPECT_NE(base::text(joined.error().message, base::command_line()).find("'id'"), std::string::npos);
}

TEST(SideBySide, IdsOfTwoTypesAreAnError) {
  auto texts = std::make_unique<MemoryTable>();
  texts->add("id", std::vector<std::string>{"1", "2"});
  const auto joined = SideBySide::join(people(2, {1, 2}), std::move(texts), "id");
  EXPECT_EQ(joined.error().code, base::ErrorCode::kMalformedTable);
  EXPECT_NE(base::text(joined.error().message, base::command_line()).find("--categories id"), std::string::npos);
}

}  // namespace
}  // namespace explainee::data
