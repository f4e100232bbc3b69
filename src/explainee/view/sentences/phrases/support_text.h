// explainee/view/sentences/phrases/support_text.h: which figures are of rows that took no part, and for which reader.
#pragma once

#include <string>

#include "explainee/explain/explanation.h"

namespace explainee::view {

/// The figures of rows that were not used for choosing; null where there are none of the facts that are told.
[[nodiscard]] const explain::Predictive* elsewhere(const explain::Explanation& explanation);

/// Whether nothing is told because nothing is more than chance.
[[nodiscard]] bool tells_nothing(const explain::Explanation& explanation);

/// ", for a reader who combines what is known flexibly"; empty where that makes no difference or was not asked for.
[[nodiscard]] std::string reader_text(const explain::Explanation& explanation);

/// Whether, chosen anew without them, anything was told of these rows.
[[nodiscard]] bool told_elsewhere(const explain::Predictive& predictive);

/// "rows not used for choosing"; of a judged set, which nobody chose, "for fitting".
[[nodiscard]] const char* other_rows(const explain::Explanation& explanation);

/// "0.93 ± 0.10 bits": with one standard error.
[[nodiscard]] std::string measured_bits_text(double nats, double error_nats);
[[nodiscard]] std::string predictive_text(const explain::Predictive& predictive);

}  // namespace explainee::view
