// explainee/report/text/cohort_text.h: what happened to a cohort, on a screen.
#pragma once

#include <string>

#include "explainee/view/people/cohort_view.h"

namespace explainee::report {

[[nodiscard]] std::string cohort_text(const view::CohortView& view);

}  // namespace explainee::report
