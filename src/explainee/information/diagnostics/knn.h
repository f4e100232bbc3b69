// explainee/information/diagnostics/knn.h: I(e; ŷ | u) from nearest neighbours, whatever the distribution
// (information.md §1, §2).
#pragma once

#include "explainee/information/diagnostics/diagnostic.h"

namespace explainee::information {

/// Kraskov's first formula without u, Frenzel-Pompe with it; the 0-∞ metric where columns have two values or the
/// prediction is a class; Mesner-Shalizi where numbers are tied. Refused with hardly more rows than neighbours, and for
/// a value or class of as few.
[[nodiscard]] MadeDiagnostic make_knn(const Sample& sample);

/// From h, the prediction of ŷ from (e, u) fitted on other rows, in place of e: I(h; ŷ|u) ≤ I(e; ŷ|u), and nearly as
/// large where neighbours of many facts are too far (information.md §3). None, without a refusal, for fewer than three
/// number columns and for classes.
[[nodiscard]] MadeDiagnostic make_reduced_knn(const Sample& sample);

}  // namespace explainee::information
