// explainee/information/jackknife.h: how far a value would move with other rows, from leaving out one fold at a time.
#pragma once

#include <optional>
#include <span>

#include "explainee/information/interval.h"

namespace explainee::information {

/// A value from all rows, and from all rows but those of one fold, for each of the g folds in turn.
struct FoldedValue {
  double full = 0;
  std::span<const double> delete_one;
};

/// √((g−1)/g · Σ(θᵢ − mean)²) of the g ≥ 2 delete-one values θᵢ.
[[nodiscard]] double jackknife_standard_error(std::span<const double> delete_one);

/// True when the rows cannot tell two values of the same folds apart: first − second ± t·SE of the paired differences
/// covers 0; none with fewer than two folds, unequally many, or an infinite value.
[[nodiscard]] std::optional<bool> difference_covers_zero(const FoldedValue& first, const FoldedValue& second,
                                                         double level = kLevel);

}  // namespace explainee::information
