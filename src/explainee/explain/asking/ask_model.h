// explainee/explain/asking/ask_model.h: what the model says of drawn rows: from a command, or from a file that somebody
// had it fill in (information §10).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/asking/draw_rows.h"

namespace explainee::explain {

/// A model: one prediction for each row, or why there are none.
using Model = std::function<base::Result<std::vector<double>>(const RowColumns& rows)>;

/// Rows that the model was asked about, and its answers.
struct AskedRows {
  PredictedRows rows;
  int calls = 0;               ///< of the model; 0: a file held the predictions
  std::size_t rows_asked = 0;  ///< in all these calls, the real rows included
  std::size_t reproduced = 0;  ///< real rows of which the model was seen to say what the table says
};

/// Draws rows like the real ones and asks the model about them; first about the real ones: kUnfitColumn unless it says
/// of each what the table says, to 1e-6 of the predictions' standard deviation.
[[nodiscard]] base::Result<AskedRows> ask_model(const PredictedRows& real, const Model& model,
                                                const DrawOptions& options, const base::Control& control);

/// The same without asking about the real rows again: one call.
[[nodiscard]] base::Result<AskedRows> ask_again(const PredictedRows& real, const Model& model,
                                                const DrawOptions& options, const base::Control& control);

/// Rows and predictions from a table that holds the columns of the real rows and the prediction. The model cannot be
/// asked about the real rows here: those that are real rows in every cell must have their predictions, and `reproduced`
/// says how many there are, maybe none. Types must agree, and no cell may be missing.
[[nodiscard]] base::Result<AskedRows> read_asked(const PredictedRows& real, data::TableSource& table,
                                                 std::string_view prediction, const base::Control& control);

}  // namespace explainee::explain
