#include "explainee/data/name_pattern.h"

#include <gtest/gtest.h>

#include "explainee/base/errors/speech.h"

namespace explainee::data {
namespace {

using Indices = std::vector<std::size_t>;

std::vector<Column> columns(std::initializer_list<const char*> names) {
  std::vector<Column> result;
  for (const char* name : names) result.push_back({name, ColumnType::kNumber});
  return result;
}

TEST(NamePattern, Globs) {
  EXPECT_TRUE(glob_matches("s*", "s12"));
  EXPECT_TRUE(glob_matches("*_mm", "length_mm"));
  EXPECT_TRUE(glob_matches("a?c*e", "abcdde"));
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_FALSE(glob_matches("s?", "s12"));
  EXPECT_FALSE(glob_matches("s*x", "s12"));
}

TEST(NamePattern, PlainNamesGlobsAndRanges) {
  const auto table = columns({"x1", "x2", "age", "x3", "x10", "a*b"});
  EXPECT_EQ(resolve_name(table, "age").value(), Indices{2});
  EXPECT_EQ(resolve_name(table, "x*").value(), (Indices{0, 1, 3, 4}));
  EXPECT_EQ(resolve_name(table, "x2..x10").value(), (Indices{1, 3, 4}));  // by number, not by position
  EXPECT_EQ(resolve_name(table, "x2..x3").value(), (Indices{1, 3}));
  EXPECT_EQ(resolve_name(table, "x2..age").value(), (Indices{1, 2}));  // no common stem: by position
  EXPECT_EQ(resolve_name(table, "a*b").value(), Indices{5});           // a name that exists is literal
}

TEST(NamePattern, UnknownNamesSuggestNearOnes) {
  const auto table = columns({"weight", "height", "age"});
  const auto error = resolve_name(table, "heigth").error();
  EXPECT_EQ(error.code, base::ErrorCode::kUnknownColumn);
  EXPECT_NE(base::text(error.message, base::command_line()).find("'heigth'; the table has height"), std::string::npos)
      << base::text(error.message, base::command_line());
  EXPECT_FALSE(resolve_name(table, "z*").ok());
  EXPECT_FALSE(resolve_name(table, "age..weight").ok());
}

TEST(NamePattern, TheNearestOfThousandsComesFirst) {
  std::vector<Column> table;
  for (int i = 0; i < 5000; ++i) table.push_back({"sensor_" + std::to_string(i)});
  table.insert(table.begin() + 4000, {"blood pressure"});
  const auto said = [&](std::string_view name) {
    return base::text(resolve_name(table, name).error(), base::command_line());
  };
  EXPECT_TRUE(said("blod presure").starts_with("there is no column 'blod presure'; the table has blood pressure, "));
  EXPECT_TRUE(said("blod presure").ends_with(" and 4996 more; did you mean 'blood pressure'?"));
  EXPECT_TRUE(said("sensor_4999x").ends_with("did you mean 'sensor_4999'?"));
  EXPECT_EQ(said("weight").find("did you mean"), std::string::npos);
  EXPECT_EQ(said("blod*").find("did you mean"), std::string::npos);
  EXPECT_EQ(resolve_name(table, "weight").error().subject.column, "weight");
}

TEST(NamePattern, ListsKeepOrderAndDropRepeats) {
  const auto table = columns({"a", "b", "c"});
  const std::vector<std::string> patterns = {"c", "*"};
  EXPECT_EQ(resolve_names(table, patterns).value(), (Indices{2, 0, 1}));
  EXPECT_EQ(split_list(" a, b ,,c"), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(NamePattern, ListsComeBackAsTheyWereJoined) {
  EXPECT_EQ(join_list(std::vector<std::string>{"a", "b c", "5\" pipe"}, ';'), "a;b c;5\" pipe");
  EXPECT_EQ(join_list(std::vector<std::string>{"a;b", "\"q\"", " c"}, ';'), "\"a;b\";\"\"\"q\"\"\";\" c\"");
  EXPECT_EQ(split_list("\"say \"hi\" twice\",b"), (std::vector<std::string>{"say \"hi\" twice", "b"}));
  const std::string letters = "a;\" ";
  for (int code = 0; code < 4 * 4 * 4 * 4 * 4 * 4; ++code) {
    std::vector<std::string> parts(2);
    for (int i = 0, rest = code; i < 6; ++i, rest /= 4)
      parts[i < 3 ? 0 : 1] += letters[static_cast<std::size_t>(rest % 4)];
    EXPECT_EQ(split_list(join_list(parts, ';'), ';'), parts) << join_list(parts, ';');
    EXPECT_EQ(split_list(join_list(parts)), parts) << join_list(parts);
  }
}

TEST(NamePattern, PatternsDoNotMeanWhatWasGivenBesideTheTable) {
  const std::vector<Column> columns = {{.name = "p1"}, {.name = "p2"}, {.name = "p3", .beside = true}};
  EXPECT_EQ(resolve_name(columns, "p*").value(), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(resolve_name(columns, "p1..p3").value(), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(resolve_name(columns, "p3").value(), std::vector<std::size_t>{2});
}

}  // namespace
}  // namespace explainee::data
