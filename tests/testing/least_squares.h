// tests/testing/least_squares.h: least squares in long double, and how far rounding in double covariances may move its
// figures.
#pragma once

#include <Eigen/Dense>
#include <limits>

namespace explainee::oracle {

using Real = long double;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

/// Relative rounding of an entry of a covariance matrix that was made in double.
inline constexpr Real kRounding = 64 * std::numeric_limits<double>::epsilon();
inline constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

/// Adds a column.
void append(Matrix& matrix, const Vector& column);
[[nodiscard]] Matrix beside(const Matrix& left, const Matrix& right);
/// The column with length 1; a column of zeros stays.
[[nodiscard]] Vector unit(const Vector& column);
/// What an orthonormal basis leaves of a column.
[[nodiscard]] Vector left_of(const Matrix& basis, Vector column);
/// log det of the Gram matrix of independent columns.
[[nodiscard]] Real log_det_gram(const Matrix& columns);

/// Least squares of one column on others, all of length 1.
struct Fit {
  Vector coefficients;
  Real residual = 1;  ///< share of variance left
  Real reach = 1;     ///< 1 + Σ|β|: rounding of the covariances moves the residual by at most its square
};

[[nodiscard]] Fit least_squares(const Matrix& columns, const Vector& target);

/// How far rounding in the covariances, and columns that are uncertain by `slack`, may move the residual.
[[nodiscard]] Real radius_of(const Fit& fit, Real slack);
/// The same for ½ log of the residual; infinite when it may even change what counts as determined.
[[nodiscard]] Real blur_of(const Fit& fit, Real slack);
/// The same for ½ log det of the targets given the columns, by the chain rule.
[[nodiscard]] Real log_det_blur(Matrix columns, const Matrix& targets, Real slack);
/// The same for the fitted values of a regression.
[[nodiscard]] Real fitted_rounding(const Matrix& columns, const Vector& target);

}  // namespace explainee::oracle
