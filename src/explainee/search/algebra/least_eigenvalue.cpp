#include "explainee/search/algebra/least_eigenvalue.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/base/double_limits.h"

extern "C" void dpotrf_(const char* triangle, const int* size, double* matrix, const int* stride, int* info);

namespace explainee::search {
namespace {

constexpr int kPanel = 192;                                         ///< columns of one panel
constexpr std::size_t kColumnsBetweenLooks = 64;                    ///< columns between two looks at the clock
constexpr int kInverseSteps = 24;                                   ///< of inverse iteration
constexpr double kEstimateShares[] = {0.99, 0.95, 0.85, 0.7, 0.4};  ///< of the estimate that are tried
constexpr double kLeast = 1e-7;                                     ///< smaller ones are of no use

/// The lower triangle of C on the usable columns, less `shift` on the diagonal; false when stopped.
bool fill(const FactoredProblem& factored, const std::vector<int>& usable, double shift, const base::Control& control,
          Eigen::MatrixXd& matrix) {
  for (std::size_t k = 0; k < usable.size(); ++k) {
    if (k % kColumnsBetweenLooks == 0 && control.should_stop()) return false;
    const Eigen::VectorXd column = factored.correlations(usable[k]);
    for (std::size_t l = k; l < usable.size(); ++l) {
      matrix(static_cast<Eigen::Index>(l), static_cast<Eigen::Index>(k)) = column[usable[l]];
    }
    matrix(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) -= shift;
  }
  return true;
}

/// Cholesky factor in the lower triangle, panel by panel; false when it does not exist or the caller stopped.
bool factor(Eigen::MatrixXd& matrix, base::ThreadPool& threads, const base::Control& control) {
  const auto size = static_cast<int>(matrix.rows());
  const auto at = [&](int row, int column) { return matrix.data() + static_cast<std::ptrdiff_t>(column) * size + row; };
  for (int from = 0; from < size; from += kPanel) {
    if (control.should_stop()) return false;
    const int width = std::min(kPanel, size - from);
    const int below = size - from - width;
    int info = 0;
    dpotrf_("L", &width, at(from, from), &size, &info);
    if (info != 0 || below == 0) {
      if (info != 0) return false;
      break;
    }
    const auto parts = static_cast<std::size_t>((below + kPanel - 1) / kPanel);
    threads.run(parts, [&](std::size_t part) {
      const int row = from + width + static_cast<int>(part) * kPanel;
      cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, std::min(kPanel, size - row), width,
                  1.0, at(from, from), size, at(row, from), size);
    });
    threads.run(parts * parts, [&](std::size_t task) {
      const int row = from + width + static_cast<int>(task / parts) * kPanel;
      const int column = from + width + static_cast<int>(task % parts) * kPanel;
      if (column > row) return;
      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, std::min(kPanel, size - row),
                  std::min(kPanel, size - column), width, -1.0, at(row, from), size, at(column, from), size, 1.0,
                  at(row, column), size);
    });
  }
  return matrix.diagonal().allFinite() && matrix.diagonal().minCoeff() > 0;
}

}  // namespace

std::optional<double> least_eigenvalue(const FactoredProblem& factored, base::ThreadPool& threads,
                                       const base::Control& control) {
  std::vector<int> usable;
  double stretch = 0;
  for (int j = 0; j < factored.size(); ++j) {
    if (!factored.usable(j)) continue;
    usable.push_back(j);
    stretch += factored.stretch[j] * factored.stretch[j];
  }
  if (usable.empty()) return std::nullopt;
  openblas_set_num_threads(1);  // its own threads would change digits with their number
  const auto size = static_cast<Eigen::Index>(usable.size());
  const auto count = static_cast<double>(size);
  Eigen::MatrixXd matrix(size, size);
  if (!fill(factored, usable, 0, control, matrix) || !factor(matrix, threads, control)) return std::nullopt;
  Eigen::VectorXd vector = Eigen::VectorXd::Ones(size);
  for (Eigen::Index k = 0; k < size; k += 2) vector[k] = -0.5;  // no eigenvector by symmetry
  double estimate = 0;
  for (int step = 0; step < kInverseSteps; ++step) {
    vector.normalize();
    if (control.should_stop()) return std::nullopt;
    cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, static_cast<int>(size), matrix.data(),
                static_cast<int>(size), vector.data(), 1);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, static_cast<int>(size), matrix.data(),
                static_cast<int>(size), vector.data(), 1);
    estimate = 1 / vector.norm();
  }
  const double rounding = 4 * (count + 4) * base::kEpsilon * (count + stretch) + 2 * factored.entry_error * stretch;
  for (const double share : kEstimateShares) {
    const double delta = share * estimate;
    if (!(delta > kLeast) || control.should_stop()) return std::nullopt;
    if (!fill(factored, usable, delta + rounding, control, matrix)) return std::nullopt;
    if (factor(matrix, threads, control)) return delta;
  }
  return std::nullopt;
}

}  // namespace explainee::search
