// explainee/explain/gather/set_aside.h: which columns are no candidates unless somebody asks for them, and why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explainee/explain/gather/gathered.h"

namespace explainee::explain {

/// Why a column is set aside before it is read: it cannot be read, or its name is that of an outcome or an id.
[[nodiscard]] std::optional<base::Message> why_suspect(const data::Column& column);

/// True when the request asks for this column as a fact or as what the person has, so that it is not set aside for what
/// it holds.
[[nodiscard]] bool asked_for(const Gathered& gathered, std::size_t index);

/// Why a text column is not a candidate unless somebody asks for it; empty when it is one.
[[nodiscard]] std::string why_no_category(std::size_t levels, std::int64_t rows);

/// True when most levels are whole numbers with a comma and digits behind: a number column of another country.
[[nodiscard]] bool looks_like_decimal_commas(const std::vector<std::string>& levels);

/// Takes a column out of the candidates, and out of what answers may depend on.
void set_aside(Gathered& gathered, std::size_t index, std::string reason);

}  // namespace explainee::explain
