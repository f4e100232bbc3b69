#include "explainee/data/complete_columns.h"

#include <algorithm>
#include <cmath>

namespace explainee::data {
namespace {

bool has_gap(const ColumnView& cells) {
  return std::any_of(cells.numbers.begin(), cells.numbers.end(), [](double value) { return !std::isfinite(value); }) ||
         std::any_of(cells.texts.begin(), cells.texts.end(), [](std::string_view text) { return text.empty(); });
}

}  // namespace

base::Result<std::vector<std::size_t>> complete_columns(TableSource& table, std::span<const std::size_t> columns,
                                                        const base::Control& control) {
  std::vector<std::size_t> readable;
  for (const std::size_t index : columns) {
    if (table.columns()[index].unreadable.empty()) readable.push_back(index);
  }
  std::vector<bool> gaps(readable.size(), false);
  EXPLAINEE_TRY(table.start(readable));
  Batch batch;
  while (std::find(gaps.begin(), gaps.end(), false) != gaps.end()) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) break;
    for (std::size_t i = 0; i < readable.size(); ++i) gaps[i] = gaps[i] || has_gap(batch.columns[i]);
  }
  std::vector<std::size_t> complete;
  for (std::size_t i = 0; i < readable.size(); ++i) {
    if (!gaps[i]) complete.push_back(readable[i]);
  }
  return complete;
}

}  // namespace explainee::data
