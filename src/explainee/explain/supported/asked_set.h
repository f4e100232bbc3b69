// explainee/explain/supported/asked_set.h: the set that an exact search finds where drawn rows stand beside the real
// ones (information §10).
#pragma once

#include <vector>

#include "explainee/base/control.h"
#include "explainee/explain/supported/drawn_rows.h"
#include "explainee/explain/supported/seen_rows.h"

namespace explainee::explain {

/// A fit of real rows, and the rows that were drawn like them.
struct AskedFit {
  const DealtRows& dealt;
  const TermLibrary& library;
  const Folds& fit;
  const Reading& reading;  ///< of the fit: its terms and shapes are taken as they are
  const DrawnRows& drawn;
};

/// The best set of so many facts on both together; every drawn row counts 1. Maybe fewer facts, where no more adds
/// anything.
[[nodiscard]] std::vector<SeenFact> best_with_drawn(const AskedFit& asked, int facts, SetRules rules,
                                                    const base::Control& control);

}  // namespace explainee::explain
