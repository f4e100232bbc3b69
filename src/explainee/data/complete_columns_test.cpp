#include "explainee/data/complete_columns.h"

#include <gtest/gtest.h>

#include <limits>

#include "explainee/data/memory_table.h"

namespace explainee::data {
namespace {

TEST(CompleteColumns, HaveAValueInEveryRow) {
  MemoryTable table;
  table.add("whole", std::vector<double>{1, 2, 3});
  table.add("gap", std::vector<double>{1, std::numeric_limits<double>::quiet_NaN(), 3});
  table.add("endless", std::vector<double>{1, 2, std::numeric_limits<double>::infinity()});
  table.add("words", std::vector<std::string>{"a", "b", "c"});
  table.add("unsaid", std::vector<std::string>{"a", "", "c"});
  const std::vector<std::size_t> all = {4, 3, 2, 1, 0};
  EXPECT_EQ(complete_columns(table, all, {}).value(), (std::vector<std::size_t>{3, 0}));
  const std::vector<std::size_t> some = {1, 2};
  EXPECT_TRUE(complete_columns(table, some, {}).value().empty());
  EXPECT_TRUE(complete_columns(table, {}, {}).value().empty());
}

}  // namespace
}  // namespace explainee::data
