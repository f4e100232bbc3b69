// explainee/explain/rows/fact_values.h: what the facts of a kept explainer are in every row: the values that a reader
// is shown.
#pragma once

#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_sink.h"
#include "explainee/explain/kept/explainer.h"

namespace explainee::explain {

/// One column per fact, in their order: text for a category, else numbers. A fact of several numbers has the value of
/// its source where there is only one, else none (NaN).
[[nodiscard]] std::vector<data::Column> fact_columns(const Explainer& explainer);

/// Reads the table once and writes the values of every row; missing cells stay missing.
[[nodiscard]] base::Result<void> read_facts(const Explainer& explainer, data::TableSource& table, data::TableSink& sink,
                                            const base::Control& control);

}  // namespace explainee::explain
