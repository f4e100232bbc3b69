// explainee/request/grammar/names.h: columns as people name them: plain, by globs (s*), by ranges (x1..x20), with
// weights (a=2).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/request/request.h"

namespace explainee::request {

using TableColumns = std::span<const data::Column>;

/// The names of all columns that the patterns name, in their order; a column that two patterns name is there twice.
/// kUnknownColumn, naming the option and similar columns, when a pattern names none.
[[nodiscard]] base::Result<std::vector<std::string>> expand_names(std::string_view option, TableColumns columns,
                                                                  std::span<const std::string> patterns);

/// The one column that a pattern names; kBadOption when there are several.
[[nodiscard]] base::Result<std::string> expand_name(std::string_view option, TableColumns columns,
                                                    const std::string& pattern);

/// Columns with or without weights: "bmi", "s*=2". A column that is called so with its = wins.
[[nodiscard]] base::Result<std::vector<WeightedColumn>> read_weights(std::string_view option, TableColumns columns,
                                                                     std::span<const std::string> texts);

}  // namespace explainee::request
