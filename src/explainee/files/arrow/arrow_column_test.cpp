#include "explainee/files/arrow/arrow_column.h"

#include <gtest/gtest.h>

#include <arrow/util/decimal.h>

#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/files/testing/arrow_test_files.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using test::array_of;
using test::read_pass;
using test::table_of;
using test::TempFolder;

constexpr auto kNull = std::nullopt;

std::shared_ptr<arrow::Array> coded(const std::vector<std::optional<std::string>>& cells) {
  arrow::StringDictionaryBuilder builder;
  for (const auto& cell : cells) EXPECT_TRUE((cell ? builder.Append(*cell) : builder.AppendNull()).ok());
  std::shared_ptr<arrow::Array> array;
  EXPECT_TRUE(builder.Finish(&array).ok());
  return array;
}

std::shared_ptr<arrow::Array> list_column() {
  arrow::ListBuilder builder(arrow::default_memory_pool(), std::make_shared<arrow::DoubleBuilder>());
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(builder.Append().ok());
  return builder.Finish().ValueOrDie();
}

/// One column of three cells of every type that matters; the third is null.
std::shared_ptr<arrow::Table> all_types() {
  using arrow::TimeUnit;
  return table_of({
      {"bool", array_of<arrow::BooleanBuilder, bool>({true, false, kNull}, arrow::boolean())},
      {"int8", array_of<arrow::Int8Builder, std::int8_t>({-8, 8, kNull}, arrow::int8())},
      {"int32", array_of<arrow::Int32Builder, std::int32_t>({-5, 7, kNull}, arrow::int32())},
      {"int64", array_of<arrow::Int64Builder, std::int64_t>({1LL << 40, -1, kNull}, arrow::int64())},
      {"uint16", array_of<arrow::UInt16Builder, std::uint16_t>({0, 65535, kNull}, arrow::uint16())},
      {"float32", array_of<arrow::FloatBuilder, float>({0.5f, -1.25f, kNull}, arrow::float32())},
      {"float64", array_of<arrow::DoubleBuilder, double>({0.1, -0.2, kNull}, arrow::float64())},
      {"date", array_of<arrow::Date32Builder, std::int32_t>({19000, 1, kNull}, arrow::date32())},
      {"time", array_of<arrow::TimestampBuilder, std::int64_t>({1500, -250, kNull}, arrow::timestamp(TimeUnit::MILLI))},
      {"decimal", array_of<arrow::Decimal128Builder, arrow::Decimal128>(
                      {arrow::Decimal128(12345), arrow::Decimal128(-5), kNull}, arrow::decimal128(10, 2))},
      {"text", array_of<arrow::StringBuilder, std::string>({"a", "\xC3\xA9", kNull}, arrow::utf8())},
      {"large", array_of<arrow::LargeStringBuilder, std::string>({"x", "", kNull}, arrow::large_utf8())},
      {"coded", coded({"low", "high", kNull})},
      {"nothing", std::make_shared<arrow::NullArray>(3)},
      {"list", list_column()},
  });
}

const std::vector<std::pair<double, double>> kExpected = {{1, 0},       {-8, 8},        {-5, 7},     {0x1p40, -1},
                                                          {0, 65535},   {0.5, -1.25},   {0.1, -0.2}, {19000, 1},
                                                          {1.5, -0.25}, {123.45, -0.05}};

void check_all_types(data::TableSource& table) {
  const auto content = read_pass(table, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13});
  ASSERT_TRUE(content.ok()) << base::text(content.error(), base::command_line());
  for (std::size_t i = 0; i < kExpected.size(); ++i) {
    EXPECT_EQ(content.value().numbers[i][0], kExpected[i].first) << table.columns()[i].name;
    EXPECT_EQ(content.value().numbers[i][1], kExpected[i].second) << table.columns()[i].name;
    EXPECT_TRUE(std::isnan(content.value().numbers[i][2])) << table.columns()[i].name;
  }
  EXPECT_EQ(content.value().texts[10], (std::vector<std::string>{"a", "\xC3\xA9", ""}));
  EXPECT_EQ(content.value().texts[11], (std::vector<std::string>{"x", "", ""}));
  EXPECT_EQ(content.value().texts[12], (std::vector<std::string>{"low", "high", ""}));
  EXPECT_TRUE(std::isnan(content.value().numbers[13][0]));
  const auto refused = read_pass(table, {14});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnfitColumn);
  EXPECT_NE(base::text(refused.error().message, base::command_line()).find("leave it out with --exclude list"),
            std::string::npos);
}

TEST(ArrowColumn, EveryTypeBecomesNumberOrText) {
  const TempFolder folder;
  test::write_parquet(folder / "t.parquet", *all_types());
  test::write_ipc(folder / "t.arrow", *all_types());
  test::write_ipc(folder / "s.arrow", *all_types(), true);
  test::write_ipc(folder / "z.feather", *all_types(), false, arrow::Compression::ZSTD);
  for (const char* name : {"t.parquet", "t.arrow", "s.arrow", "z.feather"}) {
    SCOPED_TRACE(name);
    auto table = open_table(folder / name);
    ASSERT_TRUE(table.ok()) << base::text(table.error(), base::command_line());
    check_all_types(*table.value());
  }
}

TEST(ArrowColumn, TypesCanBeForced) {
  const TempFolder folder;
  const auto table = table_of({{"zip", array_of<arrow::Int32Builder, std::int32_t>({8001, kNull}, arrow::int32())},
                               {"yes", array_of<arrow::BooleanBuilder, bool>({true, false}, arrow::boolean())},
                               {"digits", test::strings({"1.5", "NA"})}});
  test::write_parquet(folder / "t.parquet", *table);
  ReadOptions options;
  options.categories = {"zip", "yes"};
  options.numbers = {"digits"};
  const auto content = test::read_all(folder / "t.parquet", options).value();
  EXPECT_EQ(content.texts[0], (std::vector<std::string>{"8001", ""}));
  EXPECT_EQ(content.texts[1], (std::vector<std::string>{"true", "false"}));
  EXPECT_EQ(content.numbers[2][0], 1.5);
  EXPECT_TRUE(std::isnan(content.numbers[2][1]));
}

TEST(ArrowColumn, WholeNumbersAsTextsAreWrittenInFull) {
  const TempFolder folder;
  const auto table = table_of(
      {{"id", array_of<arrow::Int64Builder, std::int64_t>({9007199254740993, -100000, kNull}, arrow::int64())},
       {"key", array_of<arrow::UInt64Builder, std::uint64_t>({18446744073709551615U, 0, kNull}, arrow::uint64())},
       {"real", array_of<arrow::DoubleBuilder, double>({100000, 0.5, 1e300}, arrow::float64())}});
  test::write_parquet(folder / "t.parquet", *table);
  ReadOptions options;
  options.categories = {"*"};
  const auto content = test::read_all(folder / "t.parquet", options).value();
  EXPECT_EQ(content.texts[0], (std::vector<std::string>{"9007199254740993", "-100000", ""}));
  EXPECT_EQ(content.texts[1], (std::vector<std::string>{"18446744073709551615", "0", ""}));
  EXPECT_EQ(content.texts[2], (std::vector<std::string>{"100000", "0.5", "1e+300"}));
}

TEST(ArrowColumn, BadCellsAreNamedByRow) {
  const TempFolder folder;
  test::write_parquet(folder / "t.parquet", *table_of({{"d", test::strings({"1", "2", "three"})}}));
  ReadOptions options;
  options.numbers = {"d"};
  EXPECT_EQ(test::failure_code(folder / "t.parquet", options), ErrorCode::kNotANumber);
  EXPECT_TRUE(test::failure(folder / "t.parquet", options)
                  .starts_with((folder / "t.parquet") + ", row 2 (counting from 0): column \"d\""));
  test::write_parquet(folder / "u.parquet", *table_of({{"d", test::strings({"ok", "caf\xE9"})}}));
  EXPECT_EQ(test::failure_code(folder / "u.parquet"), ErrorCode::kMalformedTable);
  EXPECT_NE(test::failure(folder / "u.parquet").find("row 1 (counting from 0): the text in column \"d\" is not valid"),
            std::string::npos);
}

TEST(ArrowColumn, DoublesWithoutNullsAreNotCopied) {
  const auto cells = test::doubles({1, 2, 3});
  ArrowColumn column;
  ASSERT_TRUE(column.assign({cells}, data::ColumnType::kNumber, {"f", "c", 0}).ok());
  EXPECT_EQ(column.view().numbers.data(), static_cast<const arrow::DoubleArray&>(*cells).raw_values());
}

TEST(ArrowColumn, HeadersAreChecked) {
  const TempFolder folder;
  test::write_parquet(folder / "twice.parquet", *table_of({{"a", test::doubles({1})}, {"a", test::doubles({2})}}));
  EXPECT_EQ(test::failure_code(folder / "twice.parquet"), ErrorCode::kDuplicateColumn);
  test::write_ipc(folder / "empty.arrow", *table_of({{"a", test::doubles({})}}));
  test::write_ipc(folder / "empty_stream.arrow", *table_of({{"a", test::doubles({})}}), true);
  test::write_parquet(folder / "empty.parquet", *table_of({{"a", test::doubles({})}}));
  for (const char* name : {"empty.arrow", "empty_stream.arrow", "empty.parquet"}) {
    EXPECT_NE(test::failure(folder / name).find("has a header but no rows"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace explainee::files
