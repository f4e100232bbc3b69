#include "explainee/data/dataset/dataset.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <thread>

#include "explainee/base/errors/speech.h"
#include "explainee/data/side_by_side.h"
#include "explainee/files/table_file_writer.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files::shared_files {
namespace {

using test::read_pass;
using test::TempFolder;

constexpr std::size_t kRows = 30'000;
constexpr std::size_t kMuch = 64 << 20;

/// Two columns of numbers and one of text, in a file of the format that its name says.
void write_table(const std::string& path, std::size_t first, std::size_t rows, const std::string& prefix = "") {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::string> town;
  for (std::size_t row = first; row < first + rows; ++row) {
    x.push_back(std::sin(static_cast<double>(row)));
    y.push_back(static_cast<double>(row));
    town.push_back(row % 7 == 0 ? "" : "town " + std::to_string(row % 3));
  }
  const std::vector<std::string_view> texts(town.begin(), town.end());
  auto sink = create_table(path, {{prefix + "x"}, {prefix + "y"}, {prefix + "town", data::ColumnType::kText}});
  ASSERT_TRUE(sink.ok()) << base::text(sink.error(), base::command_line());
  ASSERT_TRUE(sink.value()->write(std::vector<data::ColumnView>{{x, {}}, {y, {}}, {{}, texts}}).ok());
  ASSERT_TRUE(sink.value()->finish().ok());
}

std::unique_ptr<data::TableSource> open(const std::string& path) {
  ReadOptions options;
  options.threads = 2;
  auto table = open_table(path, options);
  EXPECT_TRUE(table.ok()) << (table.ok() ? "" : base::text(table.error(), base::command_line()));
  return std::move(table).value();
}

const std::vector<std::vector<std::size_t>> kOrders = {{0, 1, 2}, {2, 0}, {1}, {2}};

test::Content expected_of(const std::vector<std::size_t>& wanted) {
  const TempFolder folder;
  write_table(folder / "plain.csv", 0, kRows);
  return read_pass(*open(folder / "plain.csv"), wanted).value();
}

void expect_same(const base::Result<test::Content>& found, const test::Content& expected) {
  ASSERT_TRUE(found.ok()) << base::text(found.error(), base::command_line());
  EXPECT_EQ(found.value().rows, expected.rows);
  EXPECT_TRUE(found.value().numbers == expected.numbers);
  EXPECT_TRUE(found.value().texts == expected.texts);
}

class Datasets : public testing::TestWithParam<const char*> {};

TEST_P(Datasets, SeveralThreadsReadTheSameFromMemoryAndFromTheFile) {
  const TempFolder folder;
  const std::string path = folder / GetParam();
  if (std::string(GetParam()) == "parts") {
    std::filesystem::create_directory(path);
    write_table(path + "/a.csv", 0, kRows / 3);
    write_table(path + "/b.csv", kRows / 3, kRows - kRows / 3);
  } else {
    write_table(path, 0, kRows);
  }
  std::vector<test::Content> expected;
  for (const auto& wanted : kOrders) expected.push_back(expected_of(wanted));
  for (const std::size_t memory : {std::size_t{0}, std::size_t{100'000}, kMuch}) {
    const auto dataset = data::Dataset::make(open(path), memory);
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        const auto cursor = dataset->cursor();
        for (std::size_t i = 0; i < kOrders.size(); ++i) {
          const std::size_t at = (i + thread) % kOrders.size();
          expect_same(read_pass(*cursor, kOrders[at]), expected[at]);
        }
      });
    }
    threads.clear();
    const bool by_rows = std::string(GetParam()).find("csv") != std::string::npos || std::string(GetParam()) == "parts";
    if (memory == kMuch && by_rows) {
      EXPECT_EQ(dataset->passes(), 1);
    }
    EXPECT_LE(dataset->held_bytes(), memory);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Datasets, testing::Values("t.csv", "t.csv.gz", "t.parquet", "t.arrow", "parts"));

TEST(Dataset, TablesSideBySideAreReadOnceToo) {
  const TempFolder folder;
  write_table(folder / "a.csv", 0, kRows);
  write_table(folder / "b.csv", 5, kRows, "b");
  const std::vector<std::size_t> both = {4, 0, 2};
  auto joined = data::SideBySide::join(open(folder / "a.csv"), open(folder / "b.csv"), "");
  ASSERT_TRUE(joined.ok());
  const test::Content expected = read_pass(*joined.value(), both).value();
  const auto dataset = data::Dataset::make(std::move(joined).value(), kMuch);
  const auto other = dataset->cursor();
  ASSERT_TRUE(other->start(both).ok());
  data::Batch batch;
  ASSERT_TRUE(other->next(batch).ok());
  expect_same(read_pass(*dataset->cursor(), both), expected);
  EXPECT_EQ(dataset->passes(), 1);
}

TEST(Dataset, RowsAreFoundAgainByTheirLines) {
  const TempFolder folder;
  write_table(folder / "t.csv", 0, kRows);
  const auto dataset = data::Dataset::make(open(folder / "t.csv"), kMuch);
  const base::Subject line = dataset->where(12'345);
  EXPECT_EQ(line.line, 12'347);
  const auto cursor = dataset->cursor();
  const std::vector<std::size_t> one = {1};
  ASSERT_TRUE(cursor->start(one).ok());
  data::Batch batch;
  ASSERT_TRUE(cursor->next(batch).ok());  // the file's own reader is at work
  EXPECT_EQ(cursor->where(12'345), line);
}

}  // namespace
}  // namespace explainee::files::shared_files
