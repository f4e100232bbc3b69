// explainee/explain/gather/read_rows.h: the cells of some columns in some rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::explain {

/// Calls take(batch, row in the batch) for every one of the rows, which are numbers in increasing order.
template <class Take>
[[nodiscard]] base::Result<void> read_rows(data::TableSource& table, const std::vector<std::size_t>& columns,
                                           const std::vector<std::int64_t>& rows, const base::Control& control,
                                           Take take) {
  EXPLAINEE_TRY(table.start(columns));
  data::Batch batch;
  std::size_t at = 0;
  while (at < rows.size()) {
    if (control.cancelled()) return base::Error{base::ErrorCode::kInterrupted, "interrupted", ""};
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more)
      return base::Error{base::ErrorCode::kUnreadableFile, "the table changed while it was read", table.name()};
    const std::int64_t end = batch.first_row + static_cast<std::int64_t>(batch.rows);
    for (; at < rows.size() && rows[at] < end; ++at) take(batch, static_cast<std::size_t>(rows[at] - batch.first_row));
  }
  return {};
}

}  // namespace explainee::explain
