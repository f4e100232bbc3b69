// explainee/explain/rows/fact_values.h: what the facts of a kept explainer are in every row: the values that a reader
// is shown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_sink.h"
#include "explainee/explain/kept/explainer.h"

namespace explainee::explain {

/// A column by whose values, beside those of others, a fact is shown.
struct ShownSource {
  std::size_t fact = 0;
  std::string column;
  bool named = false;  ///< the column's name stands before the value
};

/// Those of all facts that are made of several columns and shown by them, fact by fact.
[[nodiscard]] std::vector<ShownSource> shown_sources(const Explainer& explainer);

/// One column per fact, in their order: text for a category, else numbers. A fact of several numbers has the value of
/// its source where there is only one, a product with what is known that of the column that is not, others none (NaN).
/// Behind them one for each of shown_sources(): a text column has no number (NaN).
[[nodiscard]] std::vector<data::Column> fact_columns(const Explainer& explainer);

/// Reads the table once and writes the values of every row; missing cells stay missing.
[[nodiscard]] base::Result<void> read_facts(const Explainer& explainer, data::TableSource& table, data::TableSink& sink,
                                            const base::Control& control);

}  // namespace explainee::explain
