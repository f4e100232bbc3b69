// explainee/report/cohort_text.h: what happened to a cohort, in words and as JSON.
#pragma once

#include <string>

#include "explainee/cohort/cohort.h"

namespace explainee::report {

[[nodiscard]] std::string cohort_text(const cohort::CohortReport& report);
[[nodiscard]] std::string cohort_json_text(const cohort::CohortReport& report);

}  // namespace explainee::report
