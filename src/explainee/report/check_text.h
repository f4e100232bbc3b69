// explainee/report/check_text.h: what kept facts do on other rows, and whether they still tell the same, in words and
// JSON.
#pragma once

#include <string>

#include "explainee/explain/check.h"
#include "explainee/explain/explain_rows.h"

namespace explainee::report {

/// What `apply` says (schema explainee.apply.v1).
[[nodiscard]] std::string rows_text(const explain::Explainer& explainer, const explain::RowsSummary& rows);
[[nodiscard]] std::string rows_json_text(const explain::RowsSummary& rows);

/// What `check` says (schema explainee.check.v1).
[[nodiscard]] std::string check_text(const explain::Explainer& explainer, const explain::CheckReport& report);
[[nodiscard]] std::string check_json_text(const explain::CheckReport& report);

/// What the facts told at one time.
[[nodiscard]] std::string information_json_text(const explain::KeptInformation& information);

}  // namespace explainee::report
