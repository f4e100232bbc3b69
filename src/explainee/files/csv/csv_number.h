// explainee/files/csv/csv_number.h: what a cell of a number column may look like.
#pragma once

#include <string_view>

namespace explainee::files {

/// What a cell is, read as a number.
enum class CellKind { kNumber, kMissing, kNotANumber };

/// A cell read as a number; NaN unless kNumber.
struct CellNumber {
  CellKind kind;
  double value;
};

/// Reads a whole cell, blanks around it left out: a decimal number, correctly rounded ("1e999" and "inf" are
/// infinite), or a spelling of missing: empty, NA, N/A, NULL, NaN, #N/A, none, in upper or lower case.
[[nodiscard]] CellNumber cell_number(std::string_view cell);

}  // namespace explainee::files
