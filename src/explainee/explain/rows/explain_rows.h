// explainee/explain/rows/explain_rows.h: every row of a table explained by a kept explainer, in one pass (--all-rows).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_sink.h"
#include "explainee/explain/kept/explainer.h"

namespace explainee::explain {

/// The columns that are written: row, id (a text, where rows have one), prediction, expected, contribution.NAME…,
/// remainder, surprise_removed_bits, marks; with several predictions prediction.P, expected.P, contribution.P.NAME…,
/// remainder.P.
[[nodiscard]] std::vector<data::Column> row_columns(const Explainer& explainer, bool ids = false);

/// What the rows are like on the whole.
struct RowsSummary {
  std::int64_t rows = 0;
  std::int64_t dropped = 0;  ///< with a cell that is missing or infinite
  std::int64_t unseen = 0;   ///< with a text that did not occur when the facts were chosen
  std::int64_t outside = 0;  ///< with a number beyond the range of that time
  double weight = 0;
  Eigen::VectorXd before;  ///< typical error given what she has, per prediction
  Eigen::VectorXd after;   ///< and given the facts too
  Eigen::VectorXd helped;  ///< share of rows brought closer
  Eigen::VectorXd drift;   ///< mean of prediction − expected: 0 on the rows of the choice
};

/// Reads the table once and writes each row that can be used; `sink` may be null, when only the summary is wanted.
/// `id`: the column that names the rows, as id_column() has it; empty: they have no ids.
[[nodiscard]] base::Result<RowsSummary> explain_rows(const Explainer& explainer, data::TableSource& table,
                                                     data::TableSink* sink, const base::Control& control,
                                                     const std::string& id = "");

}  // namespace explainee::explain
