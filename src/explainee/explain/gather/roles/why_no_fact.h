// explainee/explain/gather/roles/why_no_fact.h: why a column is no candidate unless somebody asks for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/errors/message.h"
#include "explainee/data/table_source.h"

namespace explainee::explain {

/// Why a column is set aside before it is read: it cannot be read, or its name is that of an outcome or an id.
[[nodiscard]] std::optional<base::Message> why_suspect(const data::Column& column);

/// Why a text column is not a candidate unless somebody asks for it; empty when it is one.
[[nodiscard]] std::string why_no_category(std::size_t levels, std::int64_t rows);

/// True when most levels are whole numbers with a comma and digits behind: a number column of another country.
[[nodiscard]] bool looks_like_decimal_commas(const std::vector<std::string>& levels);

}  // namespace explainee::explain
