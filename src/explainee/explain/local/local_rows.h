// explainee/explain/local/local_rows.h: every row explained by facts of its own (--local --all-rows).
#pragma once

#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_sink.h"
#include "explainee/explain/local/local.h"

namespace explainee::explain {

/// What is written of each row: row, prediction, expected, features (a list), contributions (a list in the same order),
/// remainder, surprise_removed_bits, bits, marks ("thin": the facts are those for all rows). Of several predictions,
/// the columns that are one per prediction carry its name.
/// With ids, id stands behind row.
[[nodiscard]] std::vector<data::Column> local_row_columns(const LocalRows& rows, bool ids = false);

/// The column that names rows, in a table whose reader is at the caller's disposal.
struct IdSource {
  data::TableSource* table = nullptr;
  std::string column;
};

/// Writes them, in the order of the table. Digits do not depend on the threads. `ids`: read beside, block by block.
[[nodiscard]] base::Result<void> explain_rows_locally(const LocalRows& rows, data::TableSink& sink,
                                                      const base::Control& control, const IdSource& ids = {});

}  // namespace explainee::explain
