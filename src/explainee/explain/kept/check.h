// explainee/explain/kept/check.h: whether kept facts still tell on other rows what they told when they were chosen.
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/kept/explainer.h"
#include "explainee/explain/rows/explain_rows.h"

namespace explainee::explain {

/// Then and now. Coefficients are fitted again: the question is whether the facts still tell, not whether they tell it
/// in the same proportion.
struct CheckReport {
  KeptInformation then;
  KeptInformation now;
  bool changed =
      false;  ///< |log now − log then| > t·√(SE² + SE²), of the same figure of the same facts: the corrected one
  std::optional<double> log_change;
  std::optional<double> allowed;  ///< the right side
  RowsSummary rows;               ///< with the old coefficients, as apply uses them
};

/// Reads the table twice. kTooFewRows when there are too few to fit the facts again.
[[nodiscard]] base::Result<CheckReport> check(const Explainer& explainer, data::TableSource& table,
                                              const base::Control& control);

}  // namespace explainee::explain
