// explainee/explain/gather/categories.h: which text columns are facts, and which are set aside.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explainee/explain/gather/gathered.h"

namespace explainee::explain {

/// Why a text column is not a candidate unless somebody asks for it; empty when it is one.
[[nodiscard]] std::string why_no_category(std::size_t levels, std::int64_t rows);

/// True when most levels are whole numbers with a comma and digits behind: a number column of another country.
[[nodiscard]] bool looks_like_decimal_commas(const std::vector<std::string>& levels);

/// Takes a column out of the candidates, and out of what answers may depend on.
void set_aside(Gathered& gathered, std::size_t index, std::string reason);

}  // namespace explainee::explain
