// explainee/information/diagnostics/diagnose.h: what estimators from rows say of a set of facts, and how sure they are
// (information.md §4).
#pragma once

#include <cstdint>

#include "explainee/information/diagnostics/diagnosis.h"
#include "explainee/information/diagnostics/diagnostic.h"

namespace explainee::information {

/// What is asked of it.
struct DiagnoseOptions {
  std::uint64_t seed = 0;  ///< of blocks of rows and of draws
  bool tested = false;     ///< the set was named before looking: could chance look so informative?
};

/// Of so many rows; digits do not depend on threads. kInterrupted when stopped.
[[nodiscard]] base::Result<Diagnosis> diagnose(const MadeDiagnostic& made, std::int64_t rows,
                                               const DiagnoseOptions& options, const base::Control& control);

}  // namespace explainee::information
