#include "explainee/search/least_eigenvalue.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

extern "C" void dpotrf_(const char* triangle, const int* size, double* matrix, const int* stride, int* info);

namespace explainee::search {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kSteps = 6;                            ///< of inverse iteration
constexpr double kShares[] = {0.97, 0.9, 0.7, 0.4};  ///< of the estimate that are tried
constexpr double kLeast = 1e-7;                      ///< smaller ones are of no use

/// The lower triangle of C on the usable columns, less `shift` on the diagonal.
void fill(const FreedProblem& freed, const std::vector<int>& usable, double shift, Eigen::MatrixXd& matrix) {
  for (std::size_t k = 0; k < usable.size(); ++k) {
    const Eigen::VectorXd column = freed.correlations(usable[k]);
    for (std::size_t l = k; l < usable.size(); ++l) {
      matrix(static_cast<Eigen::Index>(l), static_cast<Eigen::Index>(k)) = column[usable[l]];
    }
    matrix(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) -= shift;
  }
}

bool factor(Eigen::MatrixXd& matrix) {
  const auto size = static_cast<int>(matrix.rows());
  int info = 0;
  dpotrf_("L", &size, matrix.data(), &size, &info);
  return info == 0 && matrix.diagonal().allFinite() && matrix.diagonal().minCoeff() > 0;
}

}  // namespace

std::optional<double> least_eigenvalue(const FreedProblem& freed, const base::Control& control) {
  std::vector<int> usable;
  double stretch = 0;
  for (int j = 0; j < freed.size(); ++j) {
    if (!freed.usable(j)) continue;
    usable.push_back(j);
    stretch += freed.stretch[j] * freed.stretch[j];
  }
  if (usable.empty()) return std::nullopt;
  openblas_set_num_threads(1);  // its own threads would change digits with their number
  const auto size = static_cast<Eigen::Index>(usable.size());
  const auto count = static_cast<double>(size);
  Eigen::MatrixXd matrix(size, size);
  fill(freed, usable, 0, matrix);
  if (!factor(matrix)) return std::nullopt;
  Eigen::VectorXd vector = Eigen::VectorXd::Ones(size);
  for (Eigen::Index k = 0; k < size; k += 2) vector[k] = -0.5;  // no eigenvector by symmetry
  double estimate = 0;
  for (int step = 0; step < kSteps; ++step) {
    vector.normalize();
    if (control.should_stop()) return std::nullopt;
    cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, static_cast<int>(size), matrix.data(),
                static_cast<int>(size), vector.data(), 1);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, static_cast<int>(size), matrix.data(),
                static_cast<int>(size), vector.data(), 1);
    estimate = 1 / vector.norm();
  }
  const double rounding = 4 * (count + 4) * kEps * (count + stretch) + 2 * freed.entry_error * stretch;
  for (const double share : kShares) {
    const double delta = share * estimate;
    if (!(delta > kLeast) || control.should_stop()) return std::nullopt;
    fill(freed, usable, delta + rounding, matrix);
    if (factor(matrix)) return delta;
  }
  return std::nullopt;
}

}  // namespace explainee::search
