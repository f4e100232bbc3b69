// explainee/explain/classes.h: predictions that are classes: a text, or a number that is always 0 or 1.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainee/base/result.h"
#include "explainee/explain/composer.h"

namespace explainee::explain {

/// The class of each row.
struct Classes {
  std::vector<int> columns;    ///< moment columns; one for a number that is 0 or 1
  std::vector<double> values;  ///< of that number, from its shift, increasing; empty for a text
  std::vector<std::string> names;

  [[nodiscard]] int of(const Eigen::Ref<const Eigen::MatrixXd>& rows, Eigen::Index row) const;
};

/// Moment columns of what is predicted: the columns themselves, or every level of a text column.
[[nodiscard]] std::vector<int> prediction_columns(const Gathered& gathered);

/// The classes when the prediction is one, which Explanation::label then says; else none.
[[nodiscard]] base::Result<std::optional<Classes>> find_classes(Composition& composition);

}  // namespace explainee::explain
