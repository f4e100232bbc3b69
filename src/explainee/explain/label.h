// explainee/explain/label.h: answers about predictions that are classes: what the facts tell is counted in chances, not
// in variances (mathematics §5).
#pragma once

#include "explainee/base/result.h"
#include "explainee/explain/classes.h"

namespace explainee::explain {

/// Replaces the information of the sets that the answer lists by the discrete one, which is never more than H(ŷ|u).
/// Takes passes over the rows. The search was on indicators; objective, bound and gap stay in its terms.
[[nodiscard]] base::Result<void> measure_label(Composition& composition, const Classes& classes);

}  // namespace explainee::explain
