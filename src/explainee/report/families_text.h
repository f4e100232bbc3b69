// explainee/report/families_text.h: the comparison of families as a table for people and as JSON.
#pragma once

#include <string>

#include "explainee/explain/family_curves.h"
#include "explainee/report/plain_names.h"

namespace explainee::report {

/// One line per family; bits, typical error and seconds for every number of facts, four numbers beside each other.
[[nodiscard]] std::string families_text(const explain::FamilyComparison& comparison, const PlainNames& names);

/// The same as JSON, schema explainee.families.v1.
[[nodiscard]] std::string families_json_text(const explain::FamilyComparison& comparison);

}  // namespace explainee::report
