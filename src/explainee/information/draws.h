// explainee/information/draws.h: several draws of one prediction in every row (mathematics §7, p(ŷ|x)).
#pragma once

#include <vector>

#include "explainee/moments/moments.h"

namespace explainee::information {

/// The columns that hold the draws; none: the prediction is one column. What is explained is a single draw, and the
/// prediction of the setting is their mean.
struct Draws {
  std::vector<int> columns;    ///< moment columns
  std::vector<double> shifts;  ///< of these columns

  /// σ²_w: the unbiased variance of the draws of one row, on average over these rows.
  [[nodiscard]] double within(const moments::Fold& rows) const;
  /// By how much the variance of a single draw exceeds that of the mean: (1 − 1/K)·σ²_w.
  [[nodiscard]] double excess(const moments::Fold& rows) const;
};

}  // namespace explainee::information
