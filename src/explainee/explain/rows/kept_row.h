// explainee/explain/rows/kept_row.h: one row of a table explained by a kept explainer.
#pragma once

#include <cstdint>
#include <string>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/explanation.h"
#include "explainee/explain/kept/explainer.h"

namespace explainee::explain {

/// The row of this number taken apart; what its gaps are among other rows is not looked at. `id`: the column that names
/// rows, maybe empty. kBadOption when the table has no such row, kMissingCell when it was left out.
[[nodiscard]] base::Result<RowExplanation> explain_kept_row(const Explainer& explainer, data::TableSource& table,
                                                            std::int64_t number, const std::string& id,
                                                            const base::Control& control);

}  // namespace explainee::explain
