// explainee/data/derived_table.h: a table with further columns computed from its own by expressions.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/data/expression.h"
#include "explainee/data/extended_table.h"

namespace explainee::data {

/// Appends one number column per expression, named by its text, to a source that must outlive the result. Takes a pass
/// over the source when an expression standardises columns with z(): mean and sd are weighted by the number column
/// `weight` where there is one.
[[nodiscard]] base::Result<std::unique_ptr<ExtendedTable>> derive(TableSource& source,
                                                                  std::vector<Expression> expressions,
                                                                  std::optional<std::size_t> weight,
                                                                  const base::Control& control);

}  // namespace explainee::data
