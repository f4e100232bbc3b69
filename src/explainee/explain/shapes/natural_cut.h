// explainee/explain/shapes/natural_cut.h: cuts of a column at 0, where signs are told apart, rather than beside it.
#pragma once

#include <vector>

#include "explainee/explain/shapes/held_rows.h"

namespace explainee::explain {

/// Increasing cuts of a column, the one nearest 0 of the table moved there where 0 lies among them.
[[nodiscard]] std::vector<double> through_zero(const HeldRows& held, int column, std::vector<double> cuts);

/// Where a column is cut in two: in the middle of its sorted values, or at 0 where a quarter or more lies on either
/// side.
[[nodiscard]] double natural_middle(const HeldRows& held, int column, const std::vector<double>& sorted);

}  // namespace explainee::explain
