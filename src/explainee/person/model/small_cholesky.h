// explainee/person/model/small_cholesky.h: Cholesky of matrices of a few columns, by rows, in place, without
// allocation.
#pragma once

#include <cmath>
#include <cstddef>

namespace explainee::person {

/// L of a k×k matrix, of which the lower triangle is read; false when a pivot is at most `least`.
inline bool factorise(double* matrix, std::size_t k, double least, double& determinant) {
  determinant = 1;
  for (std::size_t j = 0; j < k; ++j) {
    double pivot = matrix[j * k + j];
    for (std::size_t i = 0; i < j; ++i) pivot -= matrix[j * k + i] * matrix[j * k + i];
    if (!(pivot > least)) return false;
    determinant *= pivot;
    const double root = std::sqrt(pivot);
    matrix[j * k + j] = root;
    for (std::size_t row = j + 1; row < k; ++row) {
      double value = matrix[row * k + j];
      for (std::size_t i = 0; i < j; ++i) value -= matrix[row * k + i] * matrix[j * k + i];
      matrix[row * k + j] = value / root;
    }
  }
  return true;
}

/// Solves L·x = b in place.
inline void solve_lower(const double* factor, std::size_t k, double* b) {
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < i; ++j) b[i] -= factor[i * k + j] * b[j];
    b[i] /= factor[i * k + i];
  }
}

/// Solves Lᵀ·x = b in place.
inline void solve_upper(const double* factor, std::size_t k, double* b) {
  for (std::size_t i = k; i-- > 0;) {
    for (std::size_t j = i + 1; j < k; ++j) b[i] -= factor[j * k + i] * b[j];
    b[i] /= factor[i * k + i];
  }
}

}  // namespace explainee::person
