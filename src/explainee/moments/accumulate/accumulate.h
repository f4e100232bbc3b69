// explainee/moments/accumulate/accumulate.h: one pass over a table gives its moments; digits do not depend on threads
// or batches.
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/moments/plan.h"

namespace explainee::moments {

/// Reads the whole table once. Fails with kMissingCell on a missing or infinite cell unless the plan drops such rows.
[[nodiscard]] base::Result<Moments> accumulate(data::TableSource& table, const Plan& plan,
                                               const base::Control& control);

}  // namespace explainee::moments
