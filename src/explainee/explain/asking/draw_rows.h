// explainee/explain/asking/draw_rows.h: rows like these: a Gaussian copula over columns, and over tuples of columns
// that determine each other (information §10).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/asking/row_columns.h"

namespace explainee::explain {

/// How to draw.
struct DrawOptions {
  std::size_t rows = 3000;
  std::uint64_t seed = 0;
};

/// Real rows and what the model says of them; no cell is missing.
struct PredictedRows {
  RowColumns columns;
  std::vector<double> predictions;
  std::vector<std::int64_t> numbers = {};  ///< of the rows in their table, for messages; empty: as they stand
};

/// Rows like the real ones. The dependence of columns is that of a normal distribution with the correlations of their
/// normal scores, shrunk by 5 % towards none; each column keeps its own distribution, and its type: whole numbers stay
/// whole, 0/1 stay 0/1, texts are texts that occur. Texts stand in the order of their mean prediction. Columns that
/// determine each other (tied_columns()) are taken together from one real row. Digits do not depend on the threads.
/// kTooFewRows with fewer than 10 rows.
[[nodiscard]] base::Result<RowColumns> draw_rows(const PredictedRows& real, const DrawOptions& options,
                                                 const base::Control& control);

}  // namespace explainee::explain
