// explainee/explain/gather/choices.h: which words an option may be: those of its record, or the names of a registry
// that requests do not know.
#pragma once

#include <string>
#include <vector>

#include "explainee/request/records/record.h"

namespace explainee::explain {

/// For whoever shows what there is to choose; none where an option is no choice.
[[nodiscard]] std::vector<std::string> choices_of(const request::Record& record);

}  // namespace explainee::explain
