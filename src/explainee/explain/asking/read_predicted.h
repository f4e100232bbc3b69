// explainee/explain/asking/read_predicted.h: the real rows of a table and what the model says of them, to draw others
// like them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/asking/draw_rows.h"

namespace explainee::explain {

/// Which columns take part, by names, globs or ranges.
struct PredictedColumns {
  std::vector<std::string> prediction;  ///< one, or more: then the first decides the order of texts
  std::vector<std::string> exclude;     ///< neither drawn nor shown to the model
};

/// The rows, and how many were left out for a missing or infinite cell.
struct ReadPredicted {
  PredictedRows rows;
  std::size_t left_out = 0;
};

/// All columns of the table but the predictions and those excluded. Where the prediction is a text, whether it is the
/// most frequent one counts instead.
[[nodiscard]] base::Result<ReadPredicted> read_predicted(data::TableSource& table, const PredictedColumns& columns,
                                                         const base::Control& control);

}  // namespace explainee::explain
