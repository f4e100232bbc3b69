// explainee/verify/problem/totals.h: the covariances that a certificate is about, in units that are powers of two.
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/moments/moments.h"
#include "explainee/verify/arithmetic/ball.h"

namespace explainee::verify {

/// Means and covariances of all rows. Column i counts in units of 2^exponent(i), in which its variance lies between ¼
/// and 1: scaling by powers of two rounds nothing.
class Totals {
 public:
  /// `fold` outlives it; its weights are positive.
  explicit Totals(const moments::Moments& moments, const moments::Fold& fold);

  [[nodiscard]] int columns() const { return static_cast<int>(exponents_.size()); }
  [[nodiscard]] int exponent(int i) const { return exponents_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] Ball covariance(int i, int j) const {
    const double scatter = i >= j ? fold_.scatter(i, j) : fold_.scatter(j, i);
    return scaled_by(Ball(scatter), -exponent(i) - exponent(j)) * inverse_weight_;
  }
  /// With its shift.
  [[nodiscard]] Ball mean(int i) const {
    return scaled_by(Ball(shifts_[static_cast<std::size_t>(i)]) + Ball(fold_.mean[i]), -exponent(i));
  }
  /// m, the effective number of rows.
  [[nodiscard]] Ball effective_rows() const {
    return Ball(fold_.weight) * Ball(fold_.weight) / Ball(fold_.weight_squares);
  }
  /// m > count, exactly. Throws NotProven where weights are too extreme for that.
  [[nodiscard]] bool rows_exceed(std::size_t count) const;

 private:
  const moments::Fold& fold_;
  Ball inverse_weight_;
  std::vector<int> exponents_;
  std::vector<double> shifts_;
};

}  // namespace explainee::verify
