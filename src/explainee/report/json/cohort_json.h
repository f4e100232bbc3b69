// explainee/report/json/cohort_json.h: what happened to a cohort, as JSON (schema explainee.cohort.v1).
#pragma once

#include <string>

#include "explainee/cohort/cohort.h"

namespace explainee::report {

[[nodiscard]] std::string cohort_json_text(const cohort::CohortReport& report);

}  // namespace explainee::report
