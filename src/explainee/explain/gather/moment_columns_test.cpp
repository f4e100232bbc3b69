#include "explainee/explain/gather/moment_columns.h"

#include <gtest/gtest.h>

#include "explainee/data/memory_table.h"

namespace explainee::explain::moment_columns_test {
namespace {

TEST(MomentColumns, TheTableIsRememberedInItsOrder) {
  using moments::ColumnKind;
  moments::Moments moments;
  moments.columns = {{ColumnKind::kNumber, "a", "a", "", "", 2},
                     {ColumnKind::kNumber, "sum", "sum", "", "", -1},
                     {ColumnKind::kNumber, "b", "b", "", "", 0},
                     {ColumnKind::kLevel, "town=Oslo", "town", "", "Oslo", 1},
                     {ColumnKind::kLevel, "town=Rome", "town", "", "Rome", 1},
                     {ColumnKind::kProduct, "a*b", "a", "b", "", -1}};
  std::vector<std::string> names;
  for (const data::Column& column : table_columns(moments))
    names.push_back(column.name + (column.type == data::ColumnType::kText ? " (text)" : ""));
  EXPECT_EQ(names, (std::vector<std::string>{"sum", "b", "town (text)", "a"}));
}

TEST(MomentColumns, FewProductsNeedNoLookAtTheRows) {
  data::MemoryTable table;
  table.add("a", std::vector<double>(5, 1.0));
  std::int64_t rows = -1;
  EXPECT_TRUE(products_fit(18, table, 0, rows, {}).value());  // 18 columns, 171 squares and products
  EXPECT_EQ(rows, -1);
}

TEST(MomentColumns, ManyProductsNeedTenRowsEach) {
  for (const std::size_t count : {2089U, 2090U}) {  // 19 columns, 190 squares and products
    data::MemoryTable table(100);
    table.add("a", std::vector<double>(count, 1.0));
    std::int64_t rows = -1;
    EXPECT_EQ(products_fit(19, table, 0, rows, {}).value(), count == 2090);
    EXPECT_EQ(rows, static_cast<std::int64_t>(count));
  }
}

TEST(MomentColumns, RowsThatWereCountedAreNotCountedAgain) {
  data::MemoryTable table;
  table.add("a", std::vector<double>(5, 1.0));
  std::int64_t rows = 2090;
  EXPECT_TRUE(products_fit(19, table, 0, rows, {}).value());
  EXPECT_EQ(rows, 2090);
}

}  // namespace
}  // namespace explainee::explain::moment_columns_test
