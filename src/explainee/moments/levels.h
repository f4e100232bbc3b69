// explainee/moments/levels.h: the levels of text columns, from one pass over the table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::moments {

/// A text column has at most this many levels, or it is no category.
inline constexpr std::size_t kMostLevels = 1000;

/// What one text column holds.
struct Levels {
  std::vector<std::string> levels;  ///< in byte order; empty cells do not count
  bool too_many = false;            ///< more than kMostLevels: `levels` is then empty
  bool all_distinct = false;        ///< no text occurs twice (looked at up to the limit)
};

/// Levels of each of these columns, and the number of rows of the table.
struct LevelScan {
  std::vector<Levels> columns;
  std::int64_t rows = 0;
};

/// Reads only these text columns.
[[nodiscard]] base::Result<LevelScan> scan_levels(data::TableSource& table, std::span<const std::size_t> texts,
                                                  const base::Control& control);

}  // namespace explainee::moments
