// explainee/moments/join_folds.h: fewer folds that hold the same rows.
#pragma once

#include <string>
#include <vector>

#include "explainee/moments/moments.h"

namespace explainee::moments {

/// Rows that a fold has at least when moments are written and the caller does not say.
inline constexpr int kRowsPerFold = 10;

/// The same columns, rows and weights with all folds joined into one: it tells no more than the moments of all rows.
[[nodiscard]] Moments totals(const Moments& moments);

/// The same rows in `count` folds, a divisor of how many there are: fold i goes to fold i mod count, which is where the
/// rows of a block whose value is mixed go when they are dealt to so many folds at once.
[[nodiscard]] Moments join_folds(Moments moments, std::size_t count);

/// The same rows in as many folds as divide the number there is and leave every fold with `rows` rows (or, where rows
/// hang together in blocks, with none); one fold where nothing else does. Weighted rows count as effective_rows() does:
/// one heavy row among light ones is one. 1: all folds.
[[nodiscard]] Moments with_rows_per_fold(Moments moments, int rows);

/// A text column, and those of its levels that so few rows have that their means give these rows away.
struct RareLevels {
  std::string column;
  std::vector<std::string> levels;
};

/// Levels of fewer than `rows` rows (effective rows where there are weights), in the order of the columns.
[[nodiscard]] std::vector<RareLevels> rare_levels(const Moments& moments, int rows);

}  // namespace explainee::moments
