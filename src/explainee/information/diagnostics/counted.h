// explainee/information/diagnostics/counted.h: I(e; ŷ | u) where everything is discrete: cells of equal values are
// counted.
#pragma once

#include "explainee/information/diagnostics/diagnostic.h"

namespace explainee::information {

/// Plug-in less Miller and Madow's bias, with the G-test. Refused where there are more occupied cells than half the
/// rows.
[[nodiscard]] MadeDiagnostic make_counted(const Sample& sample);

}  // namespace explainee::information
