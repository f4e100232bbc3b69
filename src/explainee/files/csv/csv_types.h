// explainee/files/csv/csv_types.h: whether a CSV column holds numbers or text, from its first rows.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/files/csv/csv_block.h"
#include "explainee/files/csv/csv_header.h"
#include "explainee/files/csv/csv_row_blocks.h"

namespace explainee::files {

/// How many rows decide the types.
inline constexpr std::size_t kRowsForTypes = 1000;

/// What the first rows say.
struct CsvTypes {
  std::vector<data::ColumnType> types;
  std::size_t rows = 0;           ///< that were looked at
  double bytes_per_row = 0;       ///< of the blocks that were read
  std::optional<CsvFault> fault;  ///< found on the way
  std::int64_t lines_before = 0;  ///< of the block the fault is in
};

/// Looks at the first rows: numbers where at least 9 of 10 non-empty cells are, or where all are empty.
[[nodiscard]] base::Result<CsvTypes> decide_csv_types(CsvRowBlocks& rows, const CsvHeader& header);

}  // namespace explainee::files
