// explainee/moments/plan.h: which columns of a table enter the moments, and how rows are counted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/data/table_source.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {

/// A text column that takes part, with all its levels.
struct TextColumn {
  std::size_t column = 0;           ///< position in the table
  std::vector<std::string> levels;  ///< in byte order
};

/// What happens to a row with a cell that is missing or infinite in a column that takes part.
enum class MissingRule { kError, kDrop };

/// What to accumulate.
struct Plan {
  std::vector<std::size_t> numbers;           ///< positions of number columns in the table
  std::vector<TextColumn> texts;              ///< text columns, as one column per level
  std::vector<std::pair<int, int>> products;  ///< pairs of positions in `numbers`
  std::optional<std::size_t> weight;          ///< position of the weight column
  std::optional<std::size_t> block;           ///< position of the column of rows that hang together
  MissingRule missing = MissingRule::kError;
  int folds = 20;              ///< ≥ 1
  std::uint64_t seed = 0;      ///< of the deal of rows to folds
  std::int64_t first_row = 0;  ///< number of the first row, when the table is a part of a larger one

  /// Columns of the moments: numbers, then levels, then products.
  [[nodiscard]] std::size_t size() const;
  /// Positions in the table that a pass must read: numbers, texts, then weight and block where they are not among
  /// those.
  [[nodiscard]] std::vector<std::size_t> table_columns() const;
  /// Where a column of the table stands in table_columns().
  [[nodiscard]] std::size_t position(std::size_t table_column) const;
};

/// The columns that a plan gives; shifts are still 0.
[[nodiscard]] std::vector<MomentColumn> describe(const Plan& plan, const std::vector<data::Column>& table);

}  // namespace explainee::moments
