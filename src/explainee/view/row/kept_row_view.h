// explainee/view/row/kept_row_view.h: a row that a kept explainer explained, as people are shown it.
#pragma once

#include <string>
#include <vector>

#include "explainee/explain/explanation.h"
#include "explainee/explain/kept/explainer.h"
#include "explainee/explain/rows/explain_rows.h"
#include "explainee/view/row/row_view.h"

namespace explainee::view {

/// Once per prediction. `id`: the column of the row's id, maybe empty; `rows`: those that it is one of, by whose
/// typical error decimals are chosen.
[[nodiscard]] std::vector<RowView> kept_row_view(const explain::Explainer& explainer,
                                                 const explain::RowExplanation& row, const std::string& id,
                                                 const explain::RowsSummary& rows);

}  // namespace explainee::view
