// explainee/data/name_pattern.h: column names as people write them: plain, globs (s*), ranges (x1..x20).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// True when `name` matches `glob`, where * stands for any characters and ? for one.
[[nodiscard]] bool glob_matches(std::string_view glob, std::string_view name);

/// Positions of the columns that `pattern` names, in the order of the table. A plain name that exists is taken
/// literally, whatever characters it has. Fails with kUnknownColumn, naming similar columns, when there is none.
[[nodiscard]] base::Result<std::vector<std::size_t>> resolve_name(std::span<const Column> columns,
                                                                  std::string_view pattern);

/// The position of the column of exactly this name; fails as resolve_name() does.
[[nodiscard]] base::Result<std::size_t> find_column(std::span<const Column> columns, std::string_view name);

/// All patterns, repeats removed, in the order first named.
[[nodiscard]] base::Result<std::vector<std::size_t>> resolve_names(std::span<const Column> columns,
                                                                   std::span<const std::string> patterns);

/// Splits a list at commas; white space around the parts is dropped, empty parts vanish. A part in double quotes may
/// hold commas, and quotes when they are doubled: "city, name",age.
[[nodiscard]] std::vector<std::string> split_list(std::string_view list, char separator = ',');

/// The list that split_list() takes apart into these again (empty ones apart): a part stands in quotes where it must.
[[nodiscard]] std::string join_list(std::span<const std::string> parts, char separator = ',');

}  // namespace explainee::data
