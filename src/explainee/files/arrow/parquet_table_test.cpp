#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "explainee/base/errors/speech.h"
#include "explainee/files/testing/arrow_test_files.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using test::TempFolder;

/// Numbers with nulls in runs and alone, so that pages begin, end and consist of them.
std::vector<std::optional<double>> holey(std::size_t rows) {
  std::mt19937 random(3);
  std::vector<std::optional<double>> cells;
  while (cells.size() < rows) {
    const bool hole = random() % 3 == 0;
    for (std::size_t run = 1 + random() % (random() % 5 == 0 ? 900 : 4); run > 0 && cells.size() < rows; --run) {
      cells.push_back(hole ? std::nullopt : std::optional<double>(static_cast<double>(random())));
    }
  }
  return cells;
}

TEST(ParquetTable, NullsStayInTheirRows) {
  const TempFolder folder;
  const auto cells = holey(10'000);
  std::vector<double> required;
  for (std::size_t i = 0; i < cells.size(); ++i) required.push_back(static_cast<double>(i));
  const auto schema = arrow::schema(
      {arrow::field("holey", arrow::float64()), arrow::field("required", arrow::float64(), /*nullable=*/false)});
  const auto table = arrow::Table::Make(
      schema, {test::array_of<arrow::DoubleBuilder, double>(cells, arrow::float64()), test::doubles(required)});
  test::write_parquet(folder / "t.parquet", *table, 700);
  for (const std::size_t batch_rows : {1u, 333u, 8192u, 100'000u}) {
    ReadOptions options;
    options.batch_rows = batch_rows;
    const auto content = test::read_all(folder / "t.parquet", options);
    ASSERT_TRUE(content.ok()) << base::text(content.error(), base::command_line());
    ASSERT_EQ(content.value().numbers[1], required);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const double found = content.value().numbers[0][i];
      ASSERT_TRUE(cells[i] ? found == *cells[i] : std::isnan(found)) << "row " << i;
    }
  }
}

TEST(ParquetTable, SeveralThreadsShareAFile) {
  const TempFolder folder;
  std::vector<double> x(200'000);
  std::mt19937_64 random(5);
  for (double& value : x) value = static_cast<double>(random()) * 0x1p-60;
  std::vector<std::pair<std::string, std::shared_ptr<arrow::Array>>> columns;
  for (int i = 0; i < 6; ++i) columns.emplace_back("x" + std::to_string(i), test::doubles(x));
  test::write_parquet(folder / "t.parquet", *test::table_of(columns), 50'000);
  ReadOptions options;
  options.threads = 4;
  const auto content = test::read_all(folder / "t.parquet", options).value();
  for (const auto& column : content.numbers) EXPECT_EQ(column, x);
}

TEST(ParquetTable, ACutFileIsAnError) {
  const TempFolder folder;
  test::write_parquet(folder / "t.parquet", *test::table_of({{"x", test::doubles(std::vector<double>(5000, 1.5))}}));
  const std::string whole = folder.read("t.parquet");
  const auto cut = folder.write("cut.parquet", whole.substr(0, whole.size() - 10));
  EXPECT_EQ(test::failure_code(cut), base::ErrorCode::kUnreadableFile);
  EXPECT_NE(test::failure(cut).find("is not a whole Parquet file"), std::string::npos) << test::failure(cut);
  const auto text = folder.write("text.parquet", "a,b\n1,2\n");
  EXPECT_EQ(test::failure_code(text), base::ErrorCode::kUnreadableFile);
}

TEST(ParquetTable, ACutArrowFileIsAnError) {
  const TempFolder folder;
  for (const bool stream : {false, true}) {
    test::write_ipc(folder / "t.arrow", *test::table_of({{"x", test::doubles(std::vector<double>(5000, 1.5))}}),
                    stream);
    const std::string whole = folder.read("t.arrow");
    const auto cut = folder.write("cut.arrow", whole.substr(0, whole.size() / 2));
    EXPECT_EQ(test::failure_code(cut), base::ErrorCode::kUnreadableFile) << test::failure(cut);
  }
}

}  // namespace
}  // namespace explainee::files
