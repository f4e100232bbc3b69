#include "explainee/information/jackknife.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/information/special_functions.h"

namespace explainee::information {
namespace {

bool usable(const FoldedValue& value) {
  const auto finite = [](double number) { return std::isfinite(number); };
  return value.delete_one.size() >= 2 && finite(value.full) && std::ranges::all_of(value.delete_one, finite);
}

// t·SE: half the width of the interval.
double reach(std::span<const double> delete_one, double level) {
  const auto folds = static_cast<double>(delete_one.size());
  return student_quantile((1 + level) / 2, folds - 1) * jackknife_standard_error(delete_one);
}

}  // namespace

double jackknife_standard_error(std::span<const double> delete_one) {
  const auto folds = static_cast<double>(delete_one.size());
  double sum = 0;
  for (const double value : delete_one) sum += value;
  const double mean = sum / folds;
  double squares = 0;
  for (const double value : delete_one) squares += (value - mean) * (value - mean);
  return std::sqrt((folds - 1) / folds * squares);
}

std::optional<bool> difference_covers_zero(const FoldedValue& first, const FoldedValue& second, double level) {
  if (!usable(first) || !usable(second) || first.delete_one.size() != second.delete_one.size()) return std::nullopt;
  std::vector<double> differences;
  differences.reserve(first.delete_one.size());
  for (std::size_t fold = 0; fold < first.delete_one.size(); ++fold) {
    differences.push_back(first.delete_one[fold] - second.delete_one[fold]);
  }
  return std::abs(first.full - second.full) <= reach(differences, level);
}

}  // namespace explainee::information
