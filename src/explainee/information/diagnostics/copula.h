// explainee/information/diagnostics/copula.h: I(e; ŷ | u) of monotone dependence: Gaussian in the normal scores.
#pragma once

#include "explainee/information/diagnostics/diagnostic.h"

namespace explainee::information {

/// Refused for classes and where m ≤ a + b + r + 1.
[[nodiscard]] MadeDiagnostic make_copula(const Sample& sample);

}  // namespace explainee::information
