#include "explainee/files/csv/csv_block.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/files/csv/csv_row_blocks.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using Rows = std::vector<std::vector<std::string>>;

CsvPlan text_plan(std::size_t columns) {
  CsvPlan plan{',', {}, {}, columns};
  for (std::size_t i = 0; i < columns; ++i) {
    plan.names.push_back("c" + std::to_string(i));
    plan.uses.push_back({CsvColumnUse::Kind::kText, i});
  }
  return plan;
}

/// The obvious reader, one character at a time.
Rows naive_rows(const std::string& bytes) {
  Rows rows;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (quoted) {
      if (c == '"' && i + 1 < bytes.size() && bytes[i + 1] == '"') {
        cell += bytes[++i];
      } else if (c == '"') {
        quoted = false;
      } else {
        cell += c;
      }
    } else if (c == '"' && cell.empty()) {
      quoted = true;
    } else if (c == ',' || c == '\n') {
      row.push_back(std::exchange(cell, ""));
      if (c == '\n') rows.push_back(std::exchange(row, {}));
    } else {
      cell += c;
    }
  }
  return rows;
}

std::string random_csv(std::mt19937& random, std::size_t rows, std::size_t columns) {
  const std::vector<std::string> cells = {"1.5", "abc",      "\"a,b\"", "\"x\ny\"", "\"say \"\"hi\"\"\"",
                                          "",    "\"\"\"\"", "\xC3\xA9"};
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < columns; ++i) out += (i > 0 ? "," : "") + cells[random() % cells.size()];
    out += '\n';
  }
  return out;
}

class BytesOf final : public ByteStream {
 public:
  explicit BytesOf(std::string bytes) : bytes_(std::move(bytes)) {}
  base::Result<std::size_t> read(std::span<char> to) override {
    const std::size_t count = std::min(to.size(), bytes_.size() - at_);
    std::copy_n(bytes_.data() + at_, count, to.data());
    at_ += count;
    return count;
  }
  base::Result<void> skip(std::int64_t count) override {
    at_ += static_cast<std::size_t>(count);
    return {};
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

TEST(CsvBlock, BlocksOfAnySizeGiveTheRowsOfTheObviousReader) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 60; ++trial) {
    const std::string bytes = random_csv(random, 1 + random() % 30, 2 + random() % 3);
    const Rows expected = naive_rows(bytes);
    const CsvPlan plan = text_plan(expected.front().size());
    for (const std::size_t block_bytes : {1u, 2u, 3u, 7u, 64u, 4096u}) {
      CsvRowBlocks blocks(std::make_unique<BytesOf>(bytes), ',', block_bytes, "t");
      CsvBlock block;
      std::size_t row = 0;
      std::int64_t lines = 0;
      while (blocks.next(block.bytes).value()) {
        parse_block(plan, block);
        ASSERT_FALSE(block.fault) << base::text(block.fault->message, base::command_line());
        for (std::size_t i = 0; i < block.rows; ++i, ++row) {
          for (std::size_t c = 0; c < plan.slots; ++c) ASSERT_EQ(block.texts[c][i], expected[row][c]);
        }
        lines += block.lines;
      }
      ASSERT_EQ(row, expected.size());
      ASSERT_EQ(lines, std::count(bytes.begin(), bytes.end(), '\n'));
    }
  }
}

CsvBlock parse(const std::string& bytes, CsvPlan plan) {
  CsvBlock block;
  block.bytes.assign(bytes.begin(), bytes.end());
  parse_block(plan, block);
  return block;
}

TEST(CsvBlock, ReadsNumbersInTheirManyForms) {
  CsvPlan plan{',', {"a", "b"}, {{CsvColumnUse::Kind::kNumber, 0}, {CsvColumnUse::Kind::kNumber, 1}}, 2};
  const CsvBlock block = parse("1,2\r\n\"3\", 4 \n\nNA,+5\n1e999,-0\r\n", plan);
  ASSERT_FALSE(block.fault) << base::text(block.fault->message, base::command_line());
  ASSERT_EQ(block.rows, 4u);
  EXPECT_EQ(block.lines, 5);
  EXPECT_EQ(block.numbers[0][1], 3.0);
  EXPECT_EQ(block.numbers[1][1], 4.0);
  EXPECT_TRUE(std::isnan(block.numbers[0][2]));
  EXPECT_EQ(block.numbers[1][2], 5.0);
  EXPECT_TRUE(std::isinf(block.numbers[0][3]));
  EXPECT_TRUE(std::signbit(block.numbers[1][3]));
}

TEST(CsvBlock, NamesTheLineOfAFault) {
  const CsvBlock ragged = parse("\"a\nb\",2\n\nc,4\nd\n", text_plan(2));
  ASSERT_TRUE(ragged.fault);
  EXPECT_EQ(ragged.fault->line, 4);
  EXPECT_NE(base::text(ragged.fault->message, base::command_line()).find("has 1 cell, but the header has 2"),
            std::string::npos)
      << base::text(ragged.fault->message, base::command_line());

  const CsvBlock longer = parse("a,b\nc,d,e,f\n", text_plan(2));
  ASSERT_TRUE(longer.fault);
  EXPECT_NE(base::text(longer.fault->message, base::command_line()).find("has 4 cells"), std::string::npos)
      << base::text(longer.fault->message, base::command_line());

  const CsvBlock open = parse("a,b\nc,\"d\n", text_plan(2));
  ASSERT_TRUE(open.fault);
  EXPECT_EQ(open.fault->line, 1);

  const CsvBlock latin = parse("a,b\nc,d\n\xE9,f\n", text_plan(2));
  ASSERT_TRUE(latin.fault);
  EXPECT_EQ(latin.fault->line, 2);
}

TEST(CsvBlock, FindsTheLineOfARow) {
  const std::string bytes = "\"a\nb\",2\n\nc,4\nd,5\n";
  std::vector<char> block(bytes.begin(), bytes.end());
  const auto line = [&](std::int64_t row) {
    std::vector<char> copy = block;
    return line_of_row(copy, ',', row);
  };
  EXPECT_EQ(line(0).line, 0);
  EXPECT_EQ(line(1).line, 3);
  EXPECT_EQ(line(2).line, 4);
  EXPECT_EQ(line(3).line, -1);
  EXPECT_EQ(line(3).rows, 3);
  EXPECT_EQ(line(3).lines, 5);
}

}  // namespace
}  // namespace explainee::files
