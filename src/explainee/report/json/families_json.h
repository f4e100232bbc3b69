// explainee/report/json/families_json.h: the comparison of families as JSON (schema explainee.families.v1).
#pragma once

#include <string>

#include "explainee/explain/proposals/compare_families.h"

namespace explainee::report {

[[nodiscard]] std::string families_json_text(const explain::FamilyComparison& comparison);

}  // namespace explainee::report
