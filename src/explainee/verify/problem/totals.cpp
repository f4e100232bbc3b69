#include "explainee/verify/problem/totals.h"

#include "explainee/verify/problem/not_proven.h"

namespace explainee::verify {

Totals::Totals(const moments::Moments& moments, const moments::Fold& fold)
    : fold_(fold), inverse_weight_(Ball(1) / Ball(fold.weight)) {
  for (Eigen::Index i = 0; i < fold.mean.size(); ++i) {
    int exponent = 0;
    // of the standard deviation; a column that does not vary stays as it is
    if (fold.scatter(i, i) > 0) (void)std::frexp(std::sqrt(fold.scatter(i, i)) / std::sqrt(fold.weight), &exponent);
    exponents_.push_back(exponent);
    shifts_.push_back(moments.columns[static_cast<std::size_t>(i)].shift);
  }
}

bool Totals::rows_exceed(std::size_t count) const {
  // A product of two doubles is a double-double, exactly, and such numbers are ordered as their parts are.
  const auto exact = [](double a, double b) { return DoubleDouble(a * b, std::fma(a, b, -(a * b))); };
  const DoubleDouble squared = exact(fold_.weight, fold_.weight);
  const DoubleDouble needed = exact(fold_.weight_squares, static_cast<double>(count));
  const auto extreme = [](double value) { return !(value < 0x1p1000) || (value != 0 && !(value > 0x1p-900)); };
  if (extreme(squared.high) || extreme(needed.high) || squared.high == 0)
    throw NotProven{"its weights are too large or too small"};
  return needed < squared;
}

}  // namespace explainee::verify
