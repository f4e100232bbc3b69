// explainee/information/crossfit/fold_gains.h: what folds say a gain is, and how sure.
#pragma once

#include <cmath>
#include <span>

namespace explainee::information {

/// Mean over folds, and its standard error between them.
struct FoldMean {
  double mean = 0;
  double error = 0;

  /// Positive by so many standard errors.
  [[nodiscard]] bool clear(double errors = 1) const { return mean > errors * error && mean > 0; }
};

[[nodiscard]] inline FoldMean mean_of(std::span<const double> folds) {
  FoldMean result;
  const auto count = static_cast<double>(folds.size());
  for (const double value : folds) result.mean += value / count;
  if (folds.size() < 2) return result;
  double squares = 0;
  for (const double value : folds) squares += (value - result.mean) * (value - result.mean);
  result.error = std::sqrt(squares / (count - 1) / count);
  return result;
}

}  // namespace explainee::information
