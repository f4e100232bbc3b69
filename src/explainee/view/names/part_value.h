// explainee/view/names/part_value.h: the value that a row has of a fact, as it is said.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "explainee/explain/explanation.h"
#include "explainee/view/names/plain_names.h"

namespace explainee::view {

/// What the value is of.
[[nodiscard]] std::string part_label(const explain::Contribution& part, const PlainNames& names);

/// "30.2 kg/m², 2", or "body mass index 30.2 kg/m², sex 2": values of columns, named or not.
[[nodiscard]] std::string source_values(const std::vector<std::pair<std::string, double>>& sources, bool named,
                                        const PlainNames& names);

/// "30.2 kg/m²", "Oslo", "yes", "83 %", or the values of what the fact is made of.
[[nodiscard]] std::string part_value(const explain::Contribution& part, const PlainNames& names);

}  // namespace explainee::view
