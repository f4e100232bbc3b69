// explainee/explain/asking/csv_text.h: rows as CSV text for a model to read, and numbers that it prints.
#pragma once

#include <string>

#include "explainee/explain/asking/row_columns.h"

namespace explainee::explain {

/// The shortest digits that read back the same.
[[nodiscard]] std::string number_text(double value);

/// A header and a line a row; cells with commas, quotes or line ends stand in quotes (RFC 4180), numbers have the
/// shortest digits that read back the same.
[[nodiscard]] std::string csv_text(const RowColumns& columns);

}  // namespace explainee::explain
