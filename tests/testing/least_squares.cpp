#include "testing/least_squares.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::oracle {

void append(Matrix& matrix, const Vector& column) {
  if (matrix.cols() == 0) matrix.resize(column.size(), 0);
  matrix.conservativeResize(Eigen::NoChange, matrix.cols() + 1);
  matrix.rightCols(1) = column;
}

Matrix beside(const Matrix& left, const Matrix& right) {
  Matrix both(std::max(left.rows(), right.rows()), left.cols() + right.cols());
  if (left.cols() > 0) both.leftCols(left.cols()) = left;
  if (right.cols() > 0) both.rightCols(right.cols()) = right;
  return both;
}

Vector left_of(const Matrix& basis, Vector column) {
  if (basis.cols() == 0) return column;
  // Twice is enough.
  for (int pass = 0; pass < 2; ++pass) column -= basis * (basis.transpose() * column).eval();
  return column;
}

Vector unit(const Vector& column) {
  const Real length = column.norm();
  return length > 0 ? Vector(column / length) : column;
}

Real log_det_gram(const Matrix& columns) {
  Matrix basis(columns.rows(), 0);
  Real sum = 0;
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const Vector left = left_of(basis, columns.col(k));
    sum += 2 * std::log(left.norm());
    append(basis, unit(left));
  }
  return sum;
}

Fit least_squares(const Matrix& columns, const Vector& target) {
  Fit fit;
  fit.residual = target.squaredNorm();
  if (columns.cols() == 0) return fit;
  Eigen::CompleteOrthogonalDecomposition<Matrix> factor;
  factor.setThreshold(std::sqrt(static_cast<Real>(base::kDetermined)));
  factor.compute(columns);
  fit.coefficients = factor.solve(target);
  fit.residual = (target - columns * fit.coefficients).squaredNorm();
  fit.reach = 1 + fit.coefficients.cwiseAbs().sum();
  return fit;
}

Real radius_of(const Fit& fit, Real slack) {
  const Real moved = slack * fit.reach;
  return kRounding * fit.reach * fit.reach + moved * (2 * std::sqrt(fit.residual) + moved);
}

Real blur_of(const Fit& fit, Real slack) {
  const Real radius = radius_of(fit, slack);
  const Real limit = base::kDetermined;
  if (fit.residual <= limit) return radius < limit - fit.residual ? 0 : kInfinity;
  return radius < fit.residual - limit ? std::log1p(radius / (fit.residual - radius)) / 2 : kInfinity;
}

Real log_det_blur(Matrix columns, const Matrix& targets, Real slack) {
  Real sum = 0;
  for (Eigen::Index k = 0; k < targets.cols(); ++k) {
    const Fit fit = least_squares(columns, targets.col(k));
    sum += blur_of(fit, slack);
    if (fit.residual > base::kDetermined) append(columns, targets.col(k));
  }
  return sum;
}

Real fitted_rounding(const Matrix& columns, const Vector& target) {
  if (columns.cols() == 0) return 0;
  const Matrix inverse = (columns.transpose() * columns).inverse();
  return kRounding * least_squares(columns, target).reach * std::sqrt(inverse.diagonal().maxCoeff());
}

}  // namespace explainee::oracle
