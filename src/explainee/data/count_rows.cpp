#include "explainee/data/count_rows.h"

#include <array>

namespace explainee::data {

base::Result<std::int64_t> count_rows(TableSource& table, std::size_t column, const base::Control& control) {
  if (table.rows_hint() >= 0) return table.rows_hint();
  const std::array<std::size_t, 1> one = {column};
  EXPLAINEE_TRY(table.start(one));
  Batch batch;
  std::int64_t rows = 0;
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) return rows;
    rows += static_cast<std::int64_t>(batch.rows);
  }
}

}  // namespace explainee::data
