#include "explainee/files/csv/csv_cell.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace explainee::files {
namespace {

std::vector<std::string> cells_of(std::string row, char separator = ',') {
  std::vector<std::string> cells;
  char* at = row.data();
  CsvCell cell;
  do {
    cell = take_cell(at, row.data() + row.size(), separator);
    cells.emplace_back(cell.text);
    at = cell.next;
  } while (!cell.last_of_row);
  return cells;
}

using Cells = std::vector<std::string>;

TEST(CsvCell, TakesPlainCells) {
  EXPECT_EQ(cells_of("a,b,c\n"), (Cells{"a", "b", "c"}));
  EXPECT_EQ(cells_of("a,,\n"), (Cells{"a", "", ""}));
  EXPECT_EQ(cells_of("a;b,c\r\n", ';'), (Cells{"a", "b,c"}));
  EXPECT_EQ(cells_of("a cell that is longer than a word of eight bytes,x"),
            (Cells{"a cell that is longer than a word of eight bytes", "x"}));
}

TEST(CsvCell, TakesQuotedCells) {
  EXPECT_EQ(cells_of("\"a,b\",\"say \"\"hi\"\"\"\n"), (Cells{"a,b", "say \"hi\""}));
  EXPECT_EQ(cells_of("\"\",\"\"\"\"\r\n"), (Cells{"", "\""}));
  EXPECT_EQ(cells_of("\"two\nlines\",x\n"), (Cells{"two\nlines", "x"}));
  EXPECT_EQ(cells_of("\"a\"b,5\" pipe\n"), (Cells{"ab", "5\" pipe"}));
}

TEST(CsvCell, CountsLineBreaksAndNoticesOpenQuotes) {
  std::string row = "\"1\n2\r\n3\",x\n";
  EXPECT_EQ(take_cell(row.data(), row.data() + row.size(), ',').line_breaks, 2);
  std::string open = "\"never closed,\n";
  EXPECT_TRUE(take_cell(open.data(), open.data() + open.size(), ',').unclosed);
}

TEST(CsvCell, FindsTheEndOfTheLastRow) {
  const auto end = [](const std::string& bytes) {
    return end_of_last_row(bytes.data(), bytes.data() + bytes.size(), ',') - bytes.data();
  };
  EXPECT_EQ(end("a,b\nc,d\ne"), 8);
  EXPECT_EQ(end("a,b"), 0);
  EXPECT_EQ(end("a,\"x\ny\"\nb,\"z\n"), 8);
  EXPECT_EQ(end("a,\"x\"\"\n\"\n"), 9);
  EXPECT_EQ(end("5\" pipe,1\n6\" pipe,2\n"), 20);
  EXPECT_EQ(end("a\n\"b\""), 2);  // the next byte may be a second quote
}

TEST(CsvCell, FindEitherAgreesWithALoop) {
  std::string text(40, 'x');
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const char hit : {',', '\n'}) {
      text[at] = hit;
      for (std::size_t from = 0; from <= at; ++from) {
        EXPECT_EQ(find_either(text.data() + from, text.data() + text.size(), ',', '\n'), text.data() + at);
      }
      text[at] = 'x';
    }
  }
  EXPECT_EQ(find_either(text.data(), text.data() + text.size(), ',', '\n'), text.data() + text.size());
}

}  // namespace
}  // namespace explainee::files
