// explainee/files/column_names.h: what a header must fulfil, and which columns the caller wants read in a certain way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/files/read_options.h"

namespace explainee::files {

/// Checks that every column has a name of valid text and that no two share one; `where` is the header's place.
[[nodiscard]] base::Result<void> check_names(const std::vector<std::string>& names, const base::Subject& where);

/// For each column the type that options.categories or options.numbers ask for. A name that no column has, or one in
/// both lists, is an error.
[[nodiscard]] base::Result<std::vector<std::optional<data::ColumnType>>> forced_types(
    const std::vector<std::string>& names, const ReadOptions& options, const base::Subject& where);

}  // namespace explainee::files
