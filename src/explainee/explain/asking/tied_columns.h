// explainee/explain/asking/tied_columns.h: columns that determine each other, which are drawn together (information
// §10).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/explain/asking/row_columns.h"

namespace explainee::explain {

/// Groups of columns, each column in one group, in the order of their first columns. Together are: 0/1 columns of which
/// each row has exactly one (a one-hot category); a column and another from which its value is predicted by rows that
/// lie beside it there, and a column and a few others of which it is a linear combination, each with R² > .95 on rows
/// that took no part. Rows beyond some thousands are looked at by a seeded choice of them. No cell may be missing.
[[nodiscard]] std::vector<std::vector<std::size_t>> tied_columns(const RowColumns& columns, std::uint64_t seed,
                                                                 const base::Control& control);

}  // namespace explainee::explain
