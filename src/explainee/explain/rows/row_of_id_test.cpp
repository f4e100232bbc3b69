#include "explainee/explain/rows/row_of_id.h"

#include <gtest/gtest.h>

#include <atomic>

#include "explainee/base/errors/speech.h"
#include "explainee/data/memory_table.h"

namespace explainee::explain::row_of_id_test {
namespace {

using Names = std::vector<std::string>;

data::MemoryTable table_of(Names ids, std::size_t batch_rows = 2) {
  data::MemoryTable table(batch_rows);
  table.add("customer", std::move(ids));
  return table;
}

std::string said(const base::Error& error) { return base::text(error, base::command_line()); }

TEST(RowOfId, EveryTextIsFoundAsItIs) {
  const Names ids = {"7", "007", " 7", "7.0", "123456789012345678", "123456789012345679", "a,\"b\"", "é", "id:7"};
  for (const std::size_t batch_rows : {1U, 2U, 100U}) {
    data::MemoryTable table = table_of(ids, batch_rows);
    for (std::size_t row = 0; row < ids.size(); ++row)
      EXPECT_EQ(row_of_id(table, "customer", ids[row], {}).value(), static_cast<std::int64_t>(row)) << ids[row];
  }
}

TEST(RowOfId, NumbersAreTheirDigits) {
  data::MemoryTable table(2);
  table.add("customer", std::vector<double>{3, 4.5, 100000});
  EXPECT_EQ(row_of_id(table, "customer", "3", {}).value(), 0);
  EXPECT_EQ(row_of_id(table, "customer", "4.5", {}).value(), 1);
  EXPECT_EQ(row_of_id(table, "customer", "100000", {}).value(), 2);
}

TEST(RowOfId, AnUnknownOneIsToldTheNearest) {
  data::MemoryTable table = table_of({"00000001", "00000002", "", "it's me"});
  const auto unknown = row_of_id(table, "customer", "0000002", {});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, base::ErrorCode::kBadOption);
  EXPECT_EQ(said(unknown.error()),
            "table: --row: no row has '0000002' in the column 'customer'; the nearest is '00000002': write --row "
            "id:00000002");
  EXPECT_NE(said(row_of_id(table, "customer", "its me", {}).error()).find("--row 'id:it'\\''s me'"), std::string::npos);
}

TEST(RowOfId, OneThatStandsTwiceNamesTheFirstTwoRows) {
  data::MemoryTable table = table_of({"a", "b", "c", "b", "b"});
  EXPECT_EQ(said(row_of_id(table, "customer", "b", {}).error()),
            "table: --row: rows 1 and 3 both have 'b' in the column 'customer'; name one by its number: write --row 1");
}

TEST(RowOfId, WithoutIdsOrColumnItSaysSo) {
  data::MemoryTable table = table_of({"", ""});
  EXPECT_NE(said(row_of_id(table, "customer", "b", {}).error()).find("all cells of the column 'customer' are empty"),
            std::string::npos);
  EXPECT_EQ(row_of_id(table, "client", "b", {}).error().code, base::ErrorCode::kUnknownColumn);
  request::Request request;
  request.rows.row_id = "b";
  const Input input{.table = data::Dataset::borrow(table)};
  EXPECT_EQ(find_asked_row(input, request, {}).error().code, base::ErrorCode::kBadOption);
}

TEST(RowOfId, ARequestIsGivenTheNumber) {
  data::MemoryTable table = table_of({"a", "b", "c"});
  const Input input{.table = data::Dataset::borrow(table)};
  request::Request request;
  request.what.id = "customer";
  request.rows.row = 1;
  ASSERT_TRUE(find_asked_row(input, request, {}).ok());
  EXPECT_EQ(request.rows.row, 1);
  request.rows = {.row_id = "c"};
  ASSERT_TRUE(find_asked_row(input, request, {}).ok());
  EXPECT_EQ(request.rows.row, 2);
}

TEST(RowOfId, ItCanBeStopped) {
  data::MemoryTable table = table_of({"a", "b", "c"});
  const std::atomic<bool> stop = true;
  base::Control control;
  control.cancel = &stop;
  EXPECT_EQ(row_of_id(table, "customer", "c", control).error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::explain::row_of_id_test
