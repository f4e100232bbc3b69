// explainee/data/derived_table.h: a table with further columns computed from its own by expressions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/data/expression.h"
#include "explainee/data/extended_table.h"

namespace explainee::data {

/// Mean and standard deviation of a column inside z().
struct ColumnScale {
  std::string column;
  double mean = 0;
  double sd = 1;
};

/// Takes a pass over the source when an expression standardises columns with z(), weighted by the number column
/// `weight` where there is one.
[[nodiscard]] base::Result<std::vector<ColumnScale>> measure_scales(TableSource& source,
                                                                    const std::vector<Expression>& expressions,
                                                                    std::optional<std::size_t> weight,
                                                                    const base::Control& control);

/// Appends one number column per expression, named by its text, to a source that must outlive the result. Columns
/// inside z() must be among the scales.
[[nodiscard]] std::unique_ptr<ExtendedTable> derive(TableSource& source, std::vector<Expression> expressions,
                                                    const std::vector<ColumnScale>& scales);

}  // namespace explainee::data
