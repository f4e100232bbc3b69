#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "explainee/base/errors/speech.h"
#include "explainee/files/open_table.h"
#include "explainee/files/table_file_writer.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using namespace std::string_literals;
using test::columns_of;
using test::failure;
using test::failure_code;
using test::read_all;
using test::read_pass;
using test::TempFolder;

std::string columns_in(const std::string& path, const ReadOptions& options = {}) {
  auto table = open_table(path, options);
  return table.ok() ? columns_of(*table.value()) : base::text(table.error(), base::command_line());
}

TEST(CsvTable, DecidesTypesByTheFirstRows) {
  const TempFolder folder;
  const auto file = folder.write("t.csv", "n,t,empty,bool,mixed\n1,a,,true,1\n2.5,b,NA,false,x\n,c,,true,3\n");
  EXPECT_EQ(columns_in(file), "n:number t:text empty:number bool:text mixed:text");
  ReadOptions options;
  options.categories = {"n"};
  options.numbers = {"mixed"};
  EXPECT_EQ(columns_in(file, options), "n:text t:text empty:number bool:text mixed:number");
}

TEST(CsvTable, NineOfTenMakeANumberColumn) {
  const TempFolder folder;
  std::string nine = "a\n";
  for (int i = 0; i < 9; ++i) nine += "1\n";
  EXPECT_EQ(columns_in(folder.write("nine.csv", nine + "x\n")), "a:number");
  EXPECT_EQ(columns_in(folder.write("eight.csv", nine + "x\ny\n")), "a:text");
  EXPECT_EQ(
      failure(folder / "nine.csv"),
      (folder / "nine.csv") +
          ", line 11 (row 9, counting from 0): column \"a\" holds numbers, but this cell is \"x\"; correct the cell, "
          "or read the column as text with --categories a");
}

TEST(CsvTable, OnlyTheFirstThousandRowsDecide) {
  const TempFolder folder;
  std::string bytes = "a,b\n";
  for (int i = 0; i < 1000; ++i) bytes += "1,2\n";
  bytes += "3,oops\n";
  const auto file = folder.write("t.csv", bytes);
  EXPECT_EQ(columns_in(file), "a:number b:number");
  EXPECT_EQ(failure_code(file), ErrorCode::kNotANumber);
  EXPECT_NE(failure(file).find("line 1002 (row 1000, counting from 0): column \"b\""), std::string::npos)
      << failure(file);
  auto table = open_table(file);  // a column that is not wanted is not looked at
  EXPECT_EQ(read_pass(*table.value(), {0}).value().rows, 1001u);
}

TEST(CsvTable, PicksTheSeparator) {
  const TempFolder folder;
  EXPECT_EQ(columns_in(folder.write("a.csv", "x;y;z\n1,5;2;3\n")), "x:text y:number z:number");
  EXPECT_EQ(columns_in(folder.write("b.tsv", "x, unit\ty\n1\t2\n")), "x, unit:number y:number");
  EXPECT_EQ(columns_in(folder.write("c.txt", "x|y\n1|2\n")), "x:number y:number");
  EXPECT_EQ(columns_in(folder.write("d.csv", "\"a;b;c\",y\n1,2\n")), "a;b;c:number y:number");
  ReadOptions colon;
  colon.separator = ':';
  EXPECT_EQ(columns_in(folder.write("e.csv", "x:y\n1:2\n"), colon), "x:number y:number");
  colon.separator = '5';
  EXPECT_EQ(failure_code(folder / "e.csv", colon), ErrorCode::kBadOption);
}

TEST(CsvTable, ReadsWhatOtherProgramsWrite) {
  const TempFolder folder;
  const auto file =
      folder.write("t.csv", "\xEF\xBB\xBF\"id\", name \r\n1,\"Smith, \"\"Jo\"\"\"\r\n2,\"two\r\nlines\"\r\n\r\n\r\n");
  auto table = open_table(file);
  ASSERT_TRUE(table.ok()) << base::text(table.error(), base::command_line());
  EXPECT_EQ(columns_of(*table.value()), "id:number name:text");
  const auto content = read_pass(*table.value(), {1, 0}).value();
  EXPECT_EQ(content.texts[0], (std::vector<std::string>{"Smith, \"Jo\"", "two\r\nlines"}));
  EXPECT_EQ(content.numbers[1], (std::vector<double>{1, 2}));
}

TEST(CsvTable, NumbersLineAsPeopleCount) {
  const TempFolder folder;
  auto plain = open_table(folder.write("plain.csv", "a\n1\n2\n3\n"));
  EXPECT_EQ(base::command_line().place(plain.value()->where(2)),
            (folder / "plain.csv") + ", line 4 (row 2, counting from 0)");
  ASSERT_TRUE(read_pass(*plain.value(), {0}).ok());
  EXPECT_EQ(base::command_line().place(plain.value()->where(2)),
            (folder / "plain.csv") + ", line 4 (row 2, counting from 0)");

  auto broken = open_table(folder.write("broken.csv", "\n\"a\nb\",c\n1,\"x\ny\"\n\n2,z\n3,w\n"));
  for (int pass = 0; pass < 2; ++pass) {
    EXPECT_EQ(base::command_line().place(broken.value()->where(0)),
              (folder / "broken.csv") + ", line 4 (row 0, counting from 0)");
    EXPECT_EQ(base::command_line().place(broken.value()->where(1)),
              (folder / "broken.csv") + ", line 7 (row 1, counting from 0)");
    EXPECT_EQ(base::command_line().place(broken.value()->where(2)),
              (folder / "broken.csv") + ", line 8 (row 2, counting from 0)");
    ASSERT_TRUE(read_pass(*broken.value(), {0}).ok());
  }
  EXPECT_NE(failure(folder.write("bad.csv", "a,b\n1,\"x\ny\"\n2,z\n3\n"))
                .find("line 5 (row 2, counting from 0): this row has 1 cell, but the header has 2"),
            std::string::npos);
}

TEST(CsvTable, ManyBlocksGiveTheSameRowsWithAnyNumberOfThreads) {
  const TempFolder folder;
  constexpr std::size_t kRows = 100'000;
  std::string bytes = "i,half,word\n";
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::string word =
        i % 1000 == 0 ? "\"a \"\"quoted\"\"\nword\"" : "plain word number " + std::to_string(i % 7);
    bytes += std::to_string(i) + "," + std::to_string(static_cast<double>(i) / 2) + "," + word + "\n";
  }
  const auto file = folder.write("t.csv", bytes);
  for (const int threads : {1, 2, 5}) {
    ReadOptions options;
    options.threads = threads;
    auto table = open_table(file, options);
    const auto content = read_pass(*table.value(), {2, 0, 1}).value();
    ASSERT_EQ(content.rows, kRows);
    EXPECT_GT(content.batches, 2u);
    for (std::size_t i = 0; i < kRows; ++i) {
      ASSERT_EQ(content.numbers[1][i], static_cast<double>(i));
      ASSERT_EQ(content.numbers[2][i], static_cast<double>(i) / 2);
      ASSERT_EQ(content.texts[0][i],
                i % 1000 == 0 ? "a \"quoted\"\nword" : "plain word number " + std::to_string(i % 7));
    }
    EXPECT_EQ(base::command_line().place(table.value()->where(50'000)),
              file + ", line " + std::to_string(2 + 50'000 + 50) + " (row 50000, counting from 0)");
  }
}

TEST(CsvTable, AFaultFarDownIsFoundWithItsLineByAllThreadCounts) {
  const TempFolder folder;
  std::string bytes = "a,b\n";
  for (int i = 0; i < 500'000; ++i) bytes += i == 400'000 ? "1.5,bad\n" : "1.5,2.25\n";
  const auto file = folder.write("t.csv", bytes);
  for (const int threads : {1, 3}) {
    ReadOptions options;
    options.threads = threads;
    EXPECT_NE(
        failure(file, options)
            .find("line 400002 (row 400000, counting from 0): column \"b\" holds numbers, but this cell is \"bad\""),
        std::string::npos);
  }
}

TEST(CsvTable, APassCanBeBrokenOffAndStartedAgain) {
  const TempFolder folder;
  std::string bytes = "a\n";
  for (int i = 0; i < 900'000; ++i) bytes += "12345\n";
  ReadOptions options;
  options.threads = 2;
  auto table = open_table(folder.write("t.csv", bytes), options);
  data::Batch batch;
  for (int pass = 0; pass < 3; ++pass) {
    ASSERT_TRUE(table.value()->start(std::vector<std::size_t>{0}).ok());
    ASSERT_TRUE(table.value()->next(batch).value());
  }
  EXPECT_EQ(read_pass(*table.value(), {}).value().rows, 900'000u);
}

struct BadCsv {
  std::string content;
  ErrorCode code;
  std::string part;  ///< of the message
};

TEST(CsvTable, SaysWhatIsWrong) {
  const TempFolder folder;
  const std::vector<BadCsv> cases = {
      {"", ErrorCode::kMalformedTable, "is empty"},
      {"\n\n", ErrorCode::kMalformedTable, "is empty"},
      {"a,b\n", ErrorCode::kMalformedTable, "has a header but no rows"},
      {"a,b", ErrorCode::kMalformedTable, "has a header but no rows"},
      {"a,b\n\n\r\n", ErrorCode::kMalformedTable, "has a header but no rows"},
      {"a,b,a\n1,2,3\n", ErrorCode::kDuplicateColumn, "line 1: columns 1 and 3 are both called \"a\""},
      {"a,,c\n1,2,3\n", ErrorCode::kMalformedTable, "line 1: column 2 has no name"},
      {"a,b\n1,2\n3\n", ErrorCode::kMalformedTable,
       "line 3 (row 1, counting from 0): this row has 1 cell, but the header has 2"},
      {"a,b\n1,2\n3,4,5\n", ErrorCode::kMalformedTable,
       "line 3 (row 1, counting from 0): this row has 3 cells, but the header has 2"},
      {"a,b\n1,2\n3,\0\n"s, ErrorCode::kMalformedTable, "line 3: this line holds a NUL byte"},
      {"a\0,b\n1,2\n"s, ErrorCode::kMalformedTable, "line 1: the header holds a NUL byte"},
      {"a,b\n1,caf\xE9\n", ErrorCode::kMalformedTable, "line 2: this line is not valid UTF-8"},
      {"caf\xE9,b\n1,2\n", ErrorCode::kMalformedTable, "line 1: the header is not valid UTF-8"},
      {"a,b\n1,\"2\n3,4\n", ErrorCode::kMalformedTable,
       "line 2 (row 0, counting from 0): a quoted cell of this row never ends"},
      {"\"a,b\n1,2\n3,4\n", ErrorCode::kMalformedTable, "a quote in the header is never closed"},
      {"a,b\r1,2\r3,4\r", ErrorCode::kMalformedTable, "carriage return alone"},
      {"\xFF\xFE"
       "a\0,\0b\0"s,
       ErrorCode::kMalformedTable, "UTF-16"},
      {"PK\x03\x04rest", ErrorCode::kUnreadableFile, "spreadsheet"},
      {"\x1F\x8B\x08garbage", ErrorCode::kUnreadableFile, "gzip file"},
  };
  for (const BadCsv& bad : cases) {
    const auto file = folder.write("bad.csv", bad.content);
    EXPECT_EQ(failure_code(file), bad.code) << bad.part;
    const std::string text = failure(file);
    EXPECT_TRUE(text.starts_with(file)) << text;
    EXPECT_NE(text.find(bad.part), std::string::npos) << text;
  }
}

TEST(CsvTable, OptionsMustNameColumns) {
  const TempFolder folder;
  const auto file = folder.write("t.csv", "a,b\n1,2\n");
  ReadOptions options;
  options.categories = {"c"};
  EXPECT_EQ(failure_code(file, options), ErrorCode::kUnknownColumn);
  options.pass_over_unknown = true;
  EXPECT_EQ(columns_in(file, options), "a:number b:number");
  options.categories = {"a..b"};
  EXPECT_EQ(columns_in(file, options), "a:text b:text");
  options.categories = {"*"};
  options.numbers = {"a"};
  EXPECT_EQ(failure_code(file, options), ErrorCode::kBadOption);
}

TEST(CsvTable, InfinityIsANumberAndMissingIsNaN) {
  const TempFolder folder;
  const auto content = read_all(folder.write("t.csv", "a\n1\ninf\n-1e999\nNA\n#N/A\n\"\"\n2\n")).value();
  ASSERT_EQ(content.rows, 7u);
  EXPECT_TRUE(std::isinf(content.numbers[0][1]));
  EXPECT_EQ(content.numbers[0][2], -INFINITY);
  EXPECT_TRUE(std::isnan(content.numbers[0][3]) && std::isnan(content.numbers[0][4]) &&
              std::isnan(content.numbers[0][5]));
}

}  // namespace
}  // namespace explainee::files
