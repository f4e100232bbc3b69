#include "explainee/files/table_file_writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "explainee/base/errors/speech.h"
#include "explainee/data/name_pattern.h"
#include "explainee/files/open_table.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using data::ColumnType;
using data::ColumnView;
using test::TempFolder;

const std::vector<data::Column> kColumns = {{"n", ColumnType::kNumber}, {"a,b", ColumnType::kText}};

base::Result<void> write_table(const std::string& path, const std::vector<double>& numbers,
                               const std::vector<std::string_view>& texts, int times = 1) {
  EXPLAINEE_ASSIGN(const auto sink, create_table(path, kColumns));
  for (int i = 0; i < times; ++i) EXPLAINEE_TRY(sink->write(std::vector<ColumnView>{{numbers, {}}, {{}, texts}}));
  return sink->finish();
}

TEST(TableFileWriter, WritesPlainCsv) {
  const TempFolder folder;
  const std::vector<double> numbers = {0.1, 1e300, -5, std::nan(""), std::numeric_limits<double>::infinity(), 1.0 / 3};
  ASSERT_TRUE(write_table(folder / "t.csv", numbers, {"x", "a,b", "say \"hi\"", "", "two\nlines", " blank"}).ok());
  EXPECT_EQ(folder.read("t.csv"),
            "n,\"a,b\"\n0.1,x\n1e+300,\"a,b\"\n-5,\"say \"\"hi\"\"\"\n,\ninf,\"two\nlines\"\n0.3333333333333333,\" "
            "blank\"\n");
  ASSERT_TRUE(write_table(folder / "t.tsv", {1}, {"a,b"}).ok());
  EXPECT_EQ(folder.read("t.tsv"), "n\ta,b\n1\ta,b\n");
}

TEST(TableFileWriter, WholeNumbersAreWrittenInFullAndAsIntegers) {
  const TempFolder folder;
  const std::vector<double> rows = {0, 100000, 9007199254740991, std::nan("")};
  const std::vector<data::Column> columns = {{.name = "row", .whole = true}, {"x"}};
  for (const char* file : {"t.csv", "t.parquet", "t.arrow"}) {
    auto sink = create_table(folder / file, columns);
    ASSERT_TRUE(sink.value()->write(std::vector<ColumnView>{{rows, {}}, {rows, {}}}).ok());
    ASSERT_TRUE(sink.value()->finish().ok());
    ReadOptions options;
    options.id = "row";
    const auto table = open_table(folder / file, options).value();
    EXPECT_EQ(table->columns()[0].type, ColumnType::kText) << file;
    ASSERT_TRUE(table->start(std::vector<std::size_t>{0}).ok());
    data::Batch batch;
    ASSERT_TRUE(table->next(batch).value());
    const auto texts = batch.columns[0].texts;
    EXPECT_EQ(std::vector<std::string_view>(texts.begin(), texts.end()),
              (std::vector<std::string_view>{"0", "100000", "9007199254740991", ""}))
        << file;
  }
  EXPECT_EQ(folder.read("t.csv"), "row,x\n0,0\n100000,1e+05\n9007199254740991,9007199254740991\n,\n");
}

/// Two rows of two lists and a text.
std::string lists_as_csv(const std::string& path, bool raw) {
  std::vector<data::Column> columns = {{"t", ColumnType::kText}, {"=f", ColumnType::kText}, {"c", ColumnType::kNumber}};
  columns[1].list = columns[2].list = true;
  const std::vector<std::string_view> names = {"a;b", "=c", "-3", "\"q\""};
  const std::vector<double> numbers = {-0.5, 1, std::nan(""), 2};
  const std::vector<std::size_t> ends = {3, 4};
  const std::vector<std::string_view> texts = {"@x", "-7"};
  auto sink = create_table(path, columns, raw);
  EXPECT_TRUE(sink.value()->write(std::vector<ColumnView>{{{}, texts}, {{}, names, ends}, {numbers, {}, ends}}).ok());
  EXPECT_TRUE(sink.value()->finish().ok());
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TableFileWriter, ListsAreUnambiguousAndFormulasAreMarked) {
  const TempFolder folder;
  EXPECT_EQ(lists_as_csv(folder / "t.csv", false),
            "t,'=f,c\n'@x,\"\"\"a;b\"\";'=c;-3\",-0.5;1;\n-7,\"\"\"\"\"\"\"q\"\"\"\"\"\"\",2\n");
  EXPECT_EQ(lists_as_csv(folder / "t.csv", true),
            "t,=f,c\n@x,\"\"\"a;b\"\";=c;-3\",-0.5;1;\n-7,\"\"\"\"\"\"\"q\"\"\"\"\"\"\",2\n");
  const auto names = test::read_all(folder / "t.csv").value().texts[1];
  EXPECT_EQ(data::split_list(names[0], ';'), (std::vector<std::string>{"a;b", "=c", "-3"}));
  EXPECT_EQ(data::split_list(names[1], ';'), std::vector<std::string>{"\"q\""});
}

TEST(TableFileWriter, MarkedFormulasComeBackWhereTheyAreOurs) {
  const TempFolder folder;
  const std::vector<std::string_view> texts = {"=1+1", "'=1", "''-a", "'a", "-3", "plain", "-", "'"};
  ASSERT_TRUE(write_table(folder / "t.csv", std::vector<double>(texts.size(), 1), texts).ok());
  ReadOptions ours;
  ours.categories = {"a,b"};
  ours.pass_over_unknown = true;
  ours.formulas_marked = true;
  const auto table = open_table(folder / "t.csv", ours);
  const std::vector<std::size_t> wanted = {1};
  const auto another = table.value()->reader();
  for (data::TableSource* source : {table.value().get(), another.value().get()}) {
    const auto content = test::read_pass(*source, wanted);
    for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(content.value().texts[0][i], texts[i]);
  }
  EXPECT_EQ(test::read_all(folder / "t.csv").value().texts[1][0], "'=1+1");  // DATA is read as it is
}

TEST(TableFileWriter, MissingCellsComeBackAsMissing) {
  const TempFolder folder;
  for (const char* name : {"t.csv", "t.csv.gz", "t.parquet", "t.pq", "t.arrow", "t.feather"}) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(write_table(folder / name, {1.5, std::nan("")}, {"", "x"}, 3).ok());
    const auto content = test::read_all(folder / name).value();
    ASSERT_EQ(content.rows, 6u);
    EXPECT_EQ(content.numbers[0][4], 1.5);
    EXPECT_TRUE(std::isnan(content.numbers[0][5]));
    EXPECT_EQ(content.texts[1][4], "");
    EXPECT_EQ(content.texts[1][5], "x");
  }
}

TEST(TableFileWriter, AColumnOfEmptyCellsKeepsItsRows) {
  const TempFolder folder;
  auto sink = create_table(folder / "t.csv", {{"n", ColumnType::kNumber}});
  const std::vector<double> numbers = {1, std::nan(""), 2};
  ASSERT_TRUE(sink.value()->write(std::vector<ColumnView>{{numbers, {}}}).ok());
  ASSERT_TRUE(sink.value()->finish().ok());
  EXPECT_EQ(test::read_all(folder / "t.csv").value().rows, 3u);
}

TEST(TableFileWriter, TheFileAppearsOnlyWhenFinished) {
  const TempFolder folder;
  for (const char* name : {"t.csv", "t.csv.gz", "t.parquet", "t.arrow"}) {
    SCOPED_TRACE(name);
    {
      auto sink = create_table(folder / name, kColumns);
      const std::vector<double> numbers = {1};
      const std::vector<std::string_view> texts = {"x"};
      ASSERT_TRUE(sink.value()->write(std::vector<ColumnView>{{numbers, {}}, {{}, texts}}).ok());
      EXPECT_FALSE(std::filesystem::exists(folder / name));
    }
    EXPECT_EQ(folder.files(), 0u);
  }
}

TEST(TableFileWriter, RefusesWhatCannotBeWritten) {
  const TempFolder folder;
  EXPECT_EQ(create_table(folder / "t.xlsx", kColumns).error().code, ErrorCode::kBadOption);
  EXPECT_EQ(create_table(folder / "none/t.csv", kColumns).error().code, ErrorCode::kUnwritableOutput);
  EXPECT_EQ(create_table(folder / "t.csv", {{"a"}, {"a"}}).error().code, ErrorCode::kDuplicateColumn);
  std::filesystem::create_directory(folder / "folder.csv");
  EXPECT_EQ(create_table(folder / "folder.csv", kColumns).error().code, ErrorCode::kUnwritableOutput);
  ::chmod(folder.path().c_str(), 0555);
  const test::NotRoot not_root;
  const auto forbidden = create_table(folder / "t.parquet", kColumns);
  ASSERT_FALSE(forbidden.ok());
  EXPECT_EQ(forbidden.error().code, ErrorCode::kUnwritableOutput);
  EXPECT_NE(base::text(forbidden.error().message, base::command_line()).find("permission"), std::string::npos);
}

TEST(TableFileWriter, AFullDiskIsAnErrorNotALoss) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const TempFolder folder;
  for (const char* name : {"t.csv", "t.parquet", "t.arrow"}) {
    std::filesystem::create_symlink("/dev/full", folder / name);
    const auto done =
        write_table(folder / name, std::vector<double>(100'000, 0.1), std::vector<std::string_view>(100'000, "x"));
    ASSERT_FALSE(done.ok()) << name;
    EXPECT_EQ(done.error().code, ErrorCode::kUnwritableOutput);
    EXPECT_NE(base::text(done.error().message, base::command_line()).find("No space left"), std::string::npos)
        << base::text(done.error().message, base::command_line());
  }
}

}  // namespace
}  // namespace explainee::files
