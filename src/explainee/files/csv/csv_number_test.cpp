#include "explainee/files/csv/csv_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace explainee::files {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(CsvNumber, ReadsDecimalNumbersCorrectlyRounded) {
  EXPECT_EQ(cell_number("0.1").value, 0.1);
  EXPECT_EQ(cell_number("-12").value, -12.0);
  EXPECT_EQ(cell_number("+1.5").value, 1.5);
  EXPECT_EQ(cell_number("1e-3").value, 1e-3);
  EXPECT_EQ(cell_number(".5").value, 0.5);
  EXPECT_EQ(cell_number("5.").value, 5.0);
  EXPECT_EQ(cell_number(" \t7 ").value, 7.0);
  EXPECT_EQ(cell_number("2.2250738585072014e-308").value, std::numeric_limits<double>::min());
  EXPECT_EQ(cell_number("9007199254740993").value, 9007199254740992.0);
}

TEST(CsvNumber, BeyondTheRangeIsInfiniteOrZero) {
  EXPECT_EQ(cell_number("1e999").value, kInfinity);
  EXPECT_EQ(cell_number("-1e999").value, -kInfinity);
  EXPECT_EQ(cell_number("inf").value, kInfinity);
  EXPECT_EQ(cell_number("-Infinity").value, -kInfinity);
  EXPECT_EQ(cell_number("1e-999").value, 0.0);
  EXPECT_TRUE(std::signbit(cell_number("-1e-999").value));
  EXPECT_EQ(cell_number("0." + std::string(400, '0') + "1").value, 0.0);
  EXPECT_EQ(cell_number(std::string(400, '9')).value, kInfinity);
  EXPECT_EQ(cell_number("1e999").kind, CellKind::kNumber);
}

TEST(CsvNumber, KnowsTheSpellingsOfMissing) {
  for (const char* cell : {"", "  ", "NA", "N/A", "NULL", "null", "NaN", "nan", "#N/A", "none", "None"}) {
    EXPECT_EQ(cell_number(cell).kind, CellKind::kMissing) << cell;
    EXPECT_TRUE(std::isnan(cell_number(cell).value)) << cell;
  }
}

TEST(CsvNumber, RejectsEverythingElse) {
  for (const char* cell :
       {"abc", "1,5", "1.5x", "1e", "0x10", "--1", "+-1", "1 2", "true", "nan(1)", "-", "+", "12%"}) {
    EXPECT_EQ(cell_number(cell).kind, CellKind::kNotANumber) << cell;
  }
}

}  // namespace
}  // namespace explainee::files
