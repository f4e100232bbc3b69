// explainee/explain/compose/classes.h: predictions that are classes: a text, or a number that is always 0 or 1.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/information/classes/classes.h"

namespace explainee::explain {

/// Moment columns of what is predicted: the columns themselves, or every level of a text column.
[[nodiscard]] std::vector<int> prediction_columns(const Gathered& gathered);

/// The classes when the prediction is one, which Explanation::label then says; else none.
[[nodiscard]] base::Result<std::optional<information::Classes>> find_classes(Composition& composition);

}  // namespace explainee::explain
