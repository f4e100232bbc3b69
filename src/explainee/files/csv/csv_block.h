// explainee/files/csv/csv_block.h: turns a block of CSV rows into columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/error.h"

namespace explainee::files {

/// What becomes of the cells of one column of the file.
struct CsvColumnUse {
  enum class Kind { kSkip, kNumber, kText };
  Kind kind = Kind::kSkip;
  std::size_t slot = 0;  ///< which of CsvBlock's columns takes them
};

/// How rows are read; shared by all blocks of a pass.
struct CsvPlan {
  char separator = ',';
  std::vector<std::string> names;  ///< of the file's columns
  std::vector<CsvColumnUse> uses;  ///< one for each of them
  std::size_t slots = 0;           ///< how many columns are kept
};

/// The first thing wrong in a block.
struct CsvFault {
  base::ErrorCode code = base::ErrorCode::kMalformedTable;
  base::Message message;
  std::int64_t line = 0;  ///< counted from the first line of the block, from 0
  std::int64_t row = -1;  ///< counted from the first row of the block, from 0; −1 when it lies in no row
};

/// A block of whole rows and, once parsed, its columns.
struct CsvBlock {
  std::vector<char> bytes;  ///< texts are views of these
  std::size_t rows = 0;
  std::int64_t lines = 0;                    ///< more than rows when there are line breaks in quotes, or empty lines
  std::vector<std::vector<double>> numbers;  ///< by slot; at least `rows` long when used
  std::vector<std::vector<std::string_view>> texts;  ///< likewise
  std::optional<CsvFault> fault;                     ///< then the columns are not to be used
};

/// Parses block.bytes. Empty lines are left out.
void parse_block(const CsvPlan& plan, CsvBlock& block);

/// Where a row of a block begins.
struct RowLine {
  std::int64_t line = -1;  ///< from the first line of the block, from 0; −1 when the block ends before the row
  std::int64_t rows = 0;   ///< and lines that come before it
  std::int64_t lines = 0;
};

/// Finds row `row` (from 0) of a block, which may be rewritten on the way as in parse_block().
[[nodiscard]] RowLine line_of_row(std::vector<char>& bytes, char separator, std::int64_t row);

}  // namespace explainee::files
