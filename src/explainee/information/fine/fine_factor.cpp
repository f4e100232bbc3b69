#include "explainee/information/fine/fine_factor.h"

#include <limits>
#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::information {
namespace {

using base::DoubleDouble;

/// What is left of all once `pivot` is known; slopes on it.
std::vector<DoubleDouble> eliminate(FineMatrix& left, Eigen::Index pivot) {
  const Eigen::Index n = left.rows();
  std::vector<DoubleDouble> slopes(static_cast<std::size_t>(n));
  for (Eigen::Index i = 0; i < n; ++i) slopes[static_cast<std::size_t>(i)] = left(i, pivot) / left(pivot, pivot);
  const std::vector<DoubleDouble> column(left.col(pivot).begin(), left.col(pivot).end());
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = j; i < n; ++i) {
      left(i, j) -= slopes[static_cast<std::size_t>(i)] * column[static_cast<std::size_t>(j)];
      left(j, i) = left(i, j);
    }
  }
  for (Eigen::Index i = 0; i < n; ++i) left(i, pivot) = left(pivot, i) = 0;  // exactly
  return slopes;
}

}  // namespace

FineFactor::FineFactor(FineMatrix covariance, Eigen::VectorXd own)
    : left_(std::move(covariance)), own_(std::move(own)) {}

int FineFactor::take(std::span<const int> variables) {
  int count = 0;
  while (true) {
    int best = -1;
    double best_share = base::kDetermined;
    for (const int variable : variables) {
      if (!(own_[variable] > 0)) continue;
      const double share = left_(variable, variable).high / own_[variable];
      if (!(share > best_share)) continue;
      best = variable;
      best_share = share;
    }
    if (best < 0) return count;
    condition_on(best);
    ++count;
  }
}

void FineFactor::condition_on(int variable) {
  taken_.push_back(variable);
  pivots_.push_back(left_(variable, variable));
  slopes_.push_back(eliminate(left_, variable));
}

std::vector<DoubleDouble> FineFactor::weights(int variable, std::size_t count) const {
  std::vector<DoubleDouble> result(count);
  for (std::size_t k = count; k-- > 0;) {
    DoubleDouble weight = slopes_[k][static_cast<std::size_t>(variable)];
    for (std::size_t l = k + 1; l < count; ++l) weight -= result[l] * slopes_[k][static_cast<std::size_t>(taken_[l])];
    result[k] = weight;
  }
  return result;
}

double log_determinant(FineMatrix matrix) {
  double sum = 0;
  for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
    if (!(matrix(k, k) > 0)) return -std::numeric_limits<double>::infinity();
    sum += base::logarithm(matrix(k, k));
    static_cast<void>(eliminate(matrix, k));
  }
  return sum;
}

}  // namespace explainee::information
