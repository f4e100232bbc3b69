// explainee/report/json/check_json.h: what kept facts do on other rows, and whether they still tell the same, as JSON.
#pragma once

#include <optional>
#include <string>

#include "explainee/explain/explanation.h"
#include "explainee/explain/kept/check.h"
#include "explainee/explain/rows/explain_rows.h"

namespace explainee::report {

/// What `apply` says (schema explainee.apply.v1); `row`: the one that was asked for, if one was.
[[nodiscard]] std::string rows_json_text(const explain::RowsSummary& rows,
                                         const std::optional<explain::RowExplanation>& row = {});

/// What `check` says (schema explainee.check.v1).
[[nodiscard]] std::string check_json_text(const explain::CheckReport& report);

/// What the facts told at one time.
[[nodiscard]] std::string information_json_text(const explain::KeptInformation& information);

}  // namespace explainee::report
