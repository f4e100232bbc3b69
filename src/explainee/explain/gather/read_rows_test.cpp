#include "explainee/explain/gather/read_rows.h"

#include <gtest/gtest.h>

#include <atomic>

#include "explainee/data/memory_table.h"

namespace explainee::explain::read_rows_test {
namespace {

struct Rows {
  data::MemoryTable table{4};
  std::vector<double> taken;

  Rows() {
    std::vector<double> squares;
    for (int i = 0; i < 10; ++i) squares.push_back(i * i);
    table.add("number", std::vector<double>(10, 0.0));
    table.add("square", squares);
  }
  base::Result<void> read(const std::vector<std::int64_t>& rows, const base::Control& control = {}) {
    return read_rows(table, {1}, rows, control, [&](const data::Batch& batch, std::size_t row) {
      taken.push_back(batch.columns[0].numbers[row]);
    });
  }
};

TEST(ReadRows, TakesTheRowsWhereverABatchEnds) {
  Rows rows;
  ASSERT_TRUE(rows.read({0, 3, 4, 7, 9}).ok());
  EXPECT_EQ(rows.taken, (std::vector<double>{0, 9, 16, 49, 81}));
  ASSERT_TRUE(rows.read({}).ok());
  EXPECT_EQ(rows.taken.size(), 5U);
}

TEST(ReadRows, ATableThatBecameShorterIsNoticed) {
  Rows rows;
  const auto read = rows.read({8, 10});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, base::ErrorCode::kUnreadableFile);
  EXPECT_EQ(read.error().subject.file, "table");
}

TEST(ReadRows, StopsWhenCancelled) {
  Rows rows;
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  EXPECT_EQ(rows.read({0}, control).error().code, base::ErrorCode::kInterrupted);
  EXPECT_TRUE(rows.taken.empty());
}

}  // namespace
}  // namespace explainee::explain::read_rows_test
