#include "explainee/verify/problem/evened_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

/// Whether matrix − shift·I has a pivot below 0, and so an eigenvalue below the shift.
bool has_eigenvalue_below(const Eigen::MatrixXd& matrix, long double shift) {
  const auto n = static_cast<std::size_t>(matrix.rows());
  std::vector<std::vector<long double>> a(n, std::vector<long double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      a[i][j] = matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) - (i == j ? shift : 0.0L);
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (a[k][k] <= 0) return true;
    for (std::size_t i = k + 1; i < n; ++i) {
      for (std::size_t j = k + 1; j < n; ++j) a[i][j] -= a[i][k] * a[k][j] / a[k][k];
    }
  }
  return false;
}

/// The least eigenvalue of a matrix of unit diagonal, by halving.
double least_eigenvalue(const Eigen::MatrixXd& matrix) {
  long double low = 0;
  long double high = 1;
  for (int step = 0; step < 100; ++step) {
    const long double middle = (low + high) / 2;
    (has_eigenvalue_below(matrix, middle) ? high : low) = middle;
  }
  return static_cast<double>(low);
}

/// So small that only the eigenvalues themselves tell it from rounding.
TEST(EvenedProblem, FindsALeastEigenvalueNextToRounding) {
  base::Random random(12);
  for (const int n : {2, 5, 12}) {
    const Rows rows = make_rows(random, 200, n, 3e-6);
    const Prepared made(rows, make_claim(rows, 0, 1));
    const EvenedProblem even(made.problem);
    std::vector<int> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    const double truth = least_eigenvalue(even.rounded);
    EXPECT_LT(truth, 1e-10);
    EXPECT_LE(even.least_eigenvalue(all), 1.001 * truth);
    EXPECT_GT(even.least_eigenvalue(all), 0.5 * truth);
  }
}

TEST(EvenedProblem, StopsWhileItLooksForEigenvalues) {
  base::Random random(13);
  const Rows rows = make_rows(random, 200, 10, 3e-6);
  std::atomic<bool> cancel = false;
  base::Control control;
  control.cancel = &cancel;
  const Prepared made(rows, make_claim(rows, 0, 1), control);
  const EvenedProblem even(made.problem);
  cancel = true;
  EXPECT_THROW((void)even.least_eigenvalue({0, 1, 2}), Stopped);
}

}  // namespace
}  // namespace explainee::verify
