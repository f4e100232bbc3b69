// explainee/verify/testing/exact_sets.h: for tests only: what sets leave of the prediction, from the same moments with
// 34 digits and none of the checker's code.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <optional>
#include <vector>

#include "explainee/moments/moments.h"

namespace explainee::verify {

using Digits34 = boost::multiprecision::cpp_bin_float_quad;

/// The last column of the moments is the prediction, the others are candidates; nothing is given.
class ExactSets {
 public:
  explicit ExactSets(const moments::Moments& totals) : size_(totals.columns.size()), cells_(size_ * size_) {
    const moments::Fold& fold = totals.folds.front();
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const auto row = static_cast<Eigen::Index>(i);
        const auto column = static_cast<Eigen::Index>(j);
        at(cells_, i, j) = at(cells_, j, i) = Digits34(fold.scatter(row, column)) / Digits34(fold.weight);
      }
    }
  }

  /// The variance that an orderly set leaves (docs/certificate.md §3); none of another set.
  [[nodiscard]] std::optional<Digits34> left_by(const std::vector<int>& set) const {
    const Digits34 tau = Digits34(1) / Digits34(100'000'000'000);
    std::vector<Digits34> left = cells_;
    for (const int own : set) {
      const auto pivot = static_cast<std::size_t>(own);
      const Digits34 variance = at(left, pivot, pivot);
      if (variance <= tau * cells_[pivot * size_ + pivot]) return std::nullopt;
      std::vector<Digits34> line(left.begin() + static_cast<std::ptrdiff_t>(pivot * size_),
                                 left.begin() + static_cast<std::ptrdiff_t>((pivot + 1) * size_));
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t j = 0; j < size_; ++j) at(left, i, j) -= line[i] * line[j] / variance;
      }
    }
    return at(left, size_ - 1, size_ - 1);
  }

 private:
  [[nodiscard]] Digits34& at(std::vector<Digits34>& cells, std::size_t i, std::size_t j) const {
    return cells[i * size_ + j];
  }

  std::size_t size_;
  std::vector<Digits34> cells_;
};

}  // namespace explainee::verify
