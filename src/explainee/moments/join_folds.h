// explainee/moments/join_folds.h: fewer folds that hold the same rows.
#pragma once

#include "explainee/moments/moments.h"

namespace explainee::moments {

/// The same columns, rows and weights with all folds joined into one: it tells no more than the moments of all rows.
[[nodiscard]] Moments totals(const Moments& moments);

}  // namespace explainee::moments
