#include "explainee/verify/problem/totals.h"

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

}  // namespace explainee::verify
