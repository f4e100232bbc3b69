// explainee/view/row/rows_view.h: rows as one picture shows them: facts largest first, numbers of one kind.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainee/view/row/row_view.h"

namespace explainee::view {

/// One row, or one for each of several people, on one scale.
struct RowsView {
  std::vector<RowView> rows;
  std::string unit;  ///< " (× 10⁹)" where the numbers are in a power of 1000
};

[[nodiscard]] RowsView rows_view(std::span<const RowFigures> rows, const RowWords& words);

}  // namespace explainee::view
