#include "explainee/files/open_table.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "explainee/base/errors/speech.h"
#include "explainee/files/table_file_writer.h"
#include "explainee/files/testing/arrow_test_files.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using test::failure;
using test::failure_code;
using test::read_all;
using test::read_pass;
using test::TempFolder;

/// Random doubles of all magnitudes, and words.
struct Sample {
  std::vector<double> x, y;
  std::vector<std::string> word;
};

Sample sample(std::size_t rows) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  Sample s;
  for (std::size_t i = 0; i < rows; ++i) {
    s.x.push_back(normal(random));
    s.y.push_back(normal(random) * std::pow(10.0, static_cast<double>(random() % 600) - 300.0));
    s.word.push_back(i % 5 == 0 ? "a,\"b\"\nc;d\te" : "w" + std::to_string(random() % 9));
  }
  return s;
}

std::string as_csv(const Sample& s, char separator, bool windows) {
  std::string out = std::string("x") + separator + "y" + separator + "word" + (windows ? "\r\n" : "\n");
  char digits[64];
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    std::string word;
    for (const char c : s.word[i]) word += c == '"' ? "\"\"" : std::string(1, c);
    std::snprintf(digits, sizeof digits, "%.17g%c%.17g%c", s.x[i], separator, s.y[i], separator);
    out += digits + ("\"" + word + "\"") + (windows ? "\r\n" : "\n");
  }
  return out;
}

TEST(OpenTable, AllFormatsGiveTheSameBits) {
  const TempFolder folder;
  const Sample s = sample(5000);
  folder.write("comma.csv", as_csv(s, ',', false));
  folder.write("semicolon.csv", as_csv(s, ';', true));
  folder.write("tab.tsv", as_csv(s, '\t', false));
  folder.write("misnamed.csv", "");
  const auto table =
      test::table_of({{"x", test::doubles(s.x)}, {"y", test::doubles(s.y)}, {"word", test::strings(s.word)}});
  test::write_parquet(folder / "groups.parquet", *table, 700);
  test::write_parquet(folder / "misnamed.csv", *table, 10'000);
  test::write_ipc(folder / "file.arrow", *table);
  test::write_ipc(folder / "stream.arrow", *table, true);
  test::write_ipc(folder / "lz4.feather", *table, false, arrow::Compression::LZ4_FRAME);
  std::vector<std::string> names = {"comma.csv",      "semicolon.csv", "tab.tsv",      "misnamed.csv",
                                    "groups.parquet", "file.arrow",    "stream.arrow", "lz4.feather"};
  for (const char* made : {"ours.csv", "ours.csv.gz", "ours.tsv", "ours.parquet", "ours.arrow"}) {
    auto sink = create_table(folder / made, {{"x"}, {"y"}, {"word", data::ColumnType::kText}});
    ASSERT_TRUE(sink.ok()) << base::text(sink.error(), base::command_line());
    const std::vector<std::string_view> words(s.word.begin(), s.word.end());
    ASSERT_TRUE(sink.value()->write(std::vector<data::ColumnView>{{s.x, {}}, {s.y, {}}, {{}, words}}).ok());
    ASSERT_TRUE(sink.value()->finish().ok());
    names.push_back(made);
  }
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    ReadOptions options;
    options.threads = 2;
    options.batch_rows = 777;
    const auto content = read_all(folder / name, options);
    ASSERT_TRUE(content.ok()) << base::text(content.error(), base::command_line());
    ASSERT_EQ(content.value().rows, s.x.size());
    EXPECT_EQ(std::memcmp(content.value().numbers[0].data(), s.x.data(), s.x.size() * sizeof(double)), 0);
    EXPECT_EQ(std::memcmp(content.value().numbers[1].data(), s.y.data(), s.y.size() * sizeof(double)), 0);
    EXPECT_EQ(content.value().texts[2], s.word);
  }
}

TEST(OpenTable, ColumnsComeInTheOrderAskedFor) {
  const TempFolder folder;
  const auto table =
      test::table_of({{"a", test::doubles({1, 2})}, {"b", test::strings({"x", "y"})}, {"c", test::doubles({5, 6})}});
  test::write_parquet(folder / "t.parquet", *table);
  test::write_ipc(folder / "t.arrow", *table);
  test::write_ipc(folder / "s.arrow", *table, true);
  folder.write("t.csv", "a,b,c\n1,x,5\n2,y,6\n");
  for (const char* name : {"t.parquet", "t.arrow", "s.arrow", "t.csv"}) {
    SCOPED_TRACE(name);
    auto opened = open_table(folder / name);
    const auto content = read_pass(*opened.value(), {2, 1, 0}).value();
    EXPECT_EQ(content.numbers[0], (std::vector<double>{5, 6}));
    EXPECT_EQ(content.texts[1], (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(content.numbers[2], (std::vector<double>{1, 2}));
    EXPECT_EQ(read_pass(*opened.value(), {1}).value().texts[0], (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(read_pass(*opened.value(), {}).value().rows, 2u);
  }
}

TEST(OpenTable, LongFilesStreamInBatches) {
  const TempFolder folder;
  const Sample s = sample(100'000);
  test::write_parquet(folder / "t.parquet", *test::table_of({{"x", test::doubles(s.x)}, {"y", test::doubles(s.y)}}),
                      30'000);
  test::write_ipc(folder / "t.arrow", *test::table_of({{"x", test::doubles(s.x)}, {"y", test::doubles(s.y)}}));
  for (const int threads : {1, 2, 4}) {
    for (const char* name : {"t.parquet", "t.arrow"}) {
      ReadOptions options;
      options.threads = threads;
      options.batch_rows = 4096;
      auto table = open_table(folder / name, options);
      EXPECT_EQ(table.value()->rows_hint(), 100'000);
      for (int pass = 0; pass < 2; ++pass) {
        const auto content = read_pass(*table.value(), {1, 0}).value();
        EXPECT_GE(content.batches, 25u);
        EXPECT_EQ(content.numbers[1], s.x);
        EXPECT_EQ(content.numbers[0], s.y);
      }
    }
  }
}

TEST(OpenTable, FoldersAndGlobsJoinFilesInByteOrder) {
  const TempFolder folder;
  folder.write("b.csv", "y,x\n2,20\n3,30\n");
  folder.write("B.csv", "x;y\n10;1\n");  // upper case comes first, and has its own separator
  folder.write("c.csv", "x,y\n");        // an empty part is no harm
  folder.write(".hidden.csv", "z\n1\n");
  folder.write("_notes.csv", "z\n1\n");
  folder.write("README.md", "not a table");
  folder.write("d.csv", "x,y\n40,4\n");
  for (const std::string& path : {folder.path(), folder / "*.csv", folder / "[Bbcd].csv"}) {
    SCOPED_TRACE(path);
    if (path.ends_with("*.csv")) std::filesystem::remove(folder / "_notes.csv");  // a glob takes what it names
    auto table = open_table(path);
    ASSERT_TRUE(table.ok()) << base::text(table.error(), base::command_line());
    EXPECT_EQ(test::columns_of(*table.value()), "x:number y:number");
    EXPECT_EQ(table.value()->name(), path);
    for (int pass = 0; pass < 2; ++pass) {
      const auto content = read_pass(*table.value(), {1, 0}).value();
      EXPECT_EQ(content.numbers[0], (std::vector<double>{1, 2, 3, 4}));
      EXPECT_EQ(content.numbers[1], (std::vector<double>{10, 20, 30, 40}));
      EXPECT_EQ(base::command_line().place(table.value()->where(0)),
                (folder / "B.csv") + ", line 2 (row 0, counting from 0)");
      EXPECT_EQ(base::command_line().place(table.value()->where(2)),
                (folder / "b.csv") + ", line 3 (row 1, counting from 0)");
      EXPECT_EQ(base::command_line().place(table.value()->where(3)),
                (folder / "d.csv") + ", line 2 (row 0, counting from 0)");
    }
  }
  auto fresh = open_table(folder / "*.csv");
  EXPECT_EQ(base::command_line().place(fresh.value()->where(3)),
            (folder / "d.csv") + ", line 2 (row 0, counting from 0)");
}

TEST(OpenTable, TypesOfTheFirstFileHoldInTheOthers) {
  const TempFolder folder;
  folder.write("1.csv", "a,t\n1,x\n");
  folder.write("2.csv", "a,t\n2,7\n");
  EXPECT_EQ(read_all(folder.path()).value().texts[1], (std::vector<std::string>{"x", "7"}));
  folder.write("3.csv", "a,t\nzzz,y\n");
  EXPECT_EQ(failure_code(folder.path()), ErrorCode::kNotANumber);
  EXPECT_TRUE(failure(folder.path()).starts_with((folder / "3.csv") + ", line 2 (row 0, counting from 0): "))
      << failure(folder.path());
}

TEST(OpenTable, ParquetFoldersCountRowsAndTakeNulls) {
  const TempFolder folder;
  test::write_parquet(folder / "1.parquet",
                      *test::table_of({{"a", test::doubles({1, 2})}, {"t", test::strings({"x", "y"})}}));
  test::write_parquet(folder / "2.parquet",
                      *test::table_of({{"t", std::make_shared<arrow::NullArray>(1)}, {"a", test::doubles({3})}}));
  auto table = open_table(folder.path());
  ASSERT_TRUE(table.ok()) << base::text(table.error(), base::command_line());
  EXPECT_EQ(table.value()->rows_hint(), 3);
  const auto content = read_pass(*table.value(), {0, 1}).value();
  EXPECT_EQ(content.numbers[0], (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(content.texts[1], (std::vector<std::string>{"x", "y", ""}));
  EXPECT_EQ(base::command_line().place(table.value()->where(2)), (folder / "2.parquet") + ", row 0 (counting from 0)");

  test::write_parquet(folder / "3.parquet",
                      *test::table_of({{"a", test::strings({"z"})}, {"t", test::strings({"x"})}}));
  EXPECT_NE(failure(folder.path()).find("3.parquet: column \"a\" holds text, but in"), std::string::npos)
      << failure(folder.path());
}

TEST(OpenTable, FilesOfOneTableMustAgree) {
  const TempFolder folder;
  folder.write("1.csv", "a,b\n1,2\n");
  folder.write("2.csv", "a,c\n1,2\n");
  EXPECT_NE(failure(folder.path()).find("2.csv: lacks the column \"b\""), std::string::npos) << failure(folder.path());
  folder.write("2.csv", "a,b,c\n1,2,3\n");
  EXPECT_NE(failure(folder.path()).find("2.csv: has a column \"c\""), std::string::npos) << failure(folder.path());
  std::filesystem::remove(folder / "2.csv");
  test::write_parquet(folder / "2.parquet", *test::table_of({{"a", test::doubles({1})}, {"b", test::doubles({1})}}));
  EXPECT_EQ(failure_code(folder.path()), ErrorCode::kMalformedTable);
  EXPECT_NE(failure(folder.path()).find("2.parquet: holds Parquet, but"), std::string::npos) << failure(folder.path());
}

TEST(OpenTable, NothingToRead) {
  const TempFolder folder;
  EXPECT_EQ(failure_code(folder.path()), ErrorCode::kNoSuchFile);
  EXPECT_EQ(failure_code(folder / "*.csv"), ErrorCode::kNoSuchFile);
  folder.write("1.csv", "a\n");
  folder.write("2.csv", "a\n");
  EXPECT_NE(failure(folder.path()).find("has a header but no rows"), std::string::npos);
  EXPECT_EQ(read_all(folder.write("odd[1].csv", "a\n5\n")).value().rows, 1u);  // a name, not a pattern
}

}  // namespace
}  // namespace explainee::files
