// explainee/view/sentences/say_check.h: what kept facts do on other rows, and whether they still tell the same, in
// sentences.
#pragma once

#include <string>
#include <vector>

#include "explainee/explain/kept/check.h"
#include "explainee/explain/rows/explain_rows.h"

namespace explainee::view {

/// What the facts do on these rows, a line each; kNotCauses last.
[[nodiscard]] std::vector<std::string> rows_sentences(const explain::Explainer& explainer,
                                                      const explain::RowsSummary& rows);

/// Whether they tell what they told, and then the same lines.
[[nodiscard]] std::vector<std::string> check_sentences(const explain::Explainer& explainer,
                                                       const explain::CheckReport& report);

}  // namespace explainee::view
