// explainee/information/testing/odd_rows.h: for tests, rows that are not Gaussian: heavy tails, skew, unequal
// variances.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <string_view>

#include "explainee/base/random.h"

namespace explainee::information {

/// How the numbers of a row are spread.
enum class Spread {
  kGaussian,
  kStudent6,  ///< each number has Student's t with 6 degrees
  kStudent4,  ///< the row has the multivariate t with 4: all its numbers are large at once
  kSkew,      ///< exponential
  kUnequal,   ///< the prediction's noise is larger where the first number is
};

inline constexpr std::array<Spread, 5> kSpreads = {Spread::kGaussian, Spread::kStudent6, Spread::kStudent4,
                                                   Spread::kSkew, Spread::kUnequal};

inline std::string_view name_of(Spread spread) {
  constexpr std::array<std::string_view, 5> kNames = {"Gauss", "t6", "multivariate t4", "skew", "unequal variances"};
  return kNames[static_cast<std::size_t>(spread)];
}

/// √(degrees/χ²), with which a normal number becomes Student's.
inline double student_scale(int degrees, base::Random& random) {
  double square = 0;
  for (int i = 0; i < degrees; ++i) square += std::pow(random.normal(), 2);
  return std::sqrt(degrees / square);
}

/// One number of mean 0 and finite variance.
inline double draw_number(Spread spread, base::Random& random) {
  if (spread == Spread::kSkew) return -std::log(random.uniform()) - 1;
  return random.normal() * (spread == Spread::kStudent6 ? student_scale(6, random) : 1);
}

/// Rows × (columns + 1): the last column is the noise of a prediction, uncorrelated with the others.
inline Eigen::MatrixXd draw_odd_rows(Spread spread, Eigen::Index rows, Eigen::Index columns, base::Random& random) {
  Eigen::MatrixXd cells(rows, columns + 1);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double scale = spread == Spread::kStudent4 ? student_scale(4, random) : 1;
    for (Eigen::Index c = 0; c <= columns; ++c) cells(i, c) = scale * draw_number(spread, random);
    if (spread == Spread::kUnequal) cells(i, columns) *= std::sqrt(0.2 + std::pow(cells(i, 0), 2));
  }
  return cells;
}

}  // namespace explainee::information
