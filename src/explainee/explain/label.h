// explainee/explain/label.h: predictions that are classes: what the facts tell is counted in chances, not in variances
// (mathematics §5).
#pragma once

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

/// The classes when the prediction is one (a text, or a number that is 0 or 1), which Explanation::label then
/// says; else none.
[[nodiscard]] base::Result<std::optional<Classes>> find_classes(Composition& composition);

/// Replaces the information of the sets that the answer lists by the discrete one, which is never more than H(ŷ|u).
/// Takes passes over the rows. The search was on indicators; objective, bound and gap stay in its terms.
[[nodiscard]] base::Result<void> measure_label(Composition& composition, const Classes& classes);

}  // namespace explainee::explain
