#include "explainee/search/algebra/growing_cholesky.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::search {

bool GrowingCholesky::add(int column) {
  const auto size = static_cast<Eigen::Index>(active_.size());
  Eigen::VectorXd row = (*gram_)(active_, column);
  if (size > 0) lower_.topLeftCorner(size, size).triangularView<Eigen::Lower>().solveInPlace(row);
  const double variance = (*gram_)(column, column) - row.squaredNorm();
  if (!(variance > base::kDetermined * (*gram_)(column, column))) return false;
  if (size == lower_.rows()) {
    const Eigen::Index capacity = std::max<Eigen::Index>(8, 2 * size);
    lower_.conservativeResize(capacity, capacity);
  }
  lower_.row(size).head(size) = row.transpose();
  lower_(size, size) = std::sqrt(variance);
  active_.push_back(column);
  return true;
}

void GrowingCholesky::remove(std::size_t position) {
  const auto size = static_cast<Eigen::Index>(active_.size());
  const auto gap = static_cast<Eigen::Index>(position);
  active_.erase(active_.begin() + gap);
  for (Eigen::Index k = gap; k + 1 < size; ++k) lower_.row(k).head(k + 2) = lower_.row(k + 1).head(k + 2);
  // What is left is lower Hessenberg: rotations of neighbouring columns make it triangular again.
  for (Eigen::Index k = gap; k + 1 < size; ++k) {
    const double length = std::hypot(lower_(k, k), lower_(k, k + 1));
    const double cosine = lower_(k, k) / length;
    const double sine = lower_(k, k + 1) / length;
    for (Eigen::Index row = k; row + 1 < size; ++row) {
      const double left = lower_(row, k);
      const double right = lower_(row, k + 1);
      lower_(row, k) = cosine * left + sine * right;
      lower_(row, k + 1) = cosine * right - sine * left;
    }
  }
}

Eigen::VectorXd GrowingCholesky::solve(Eigen::VectorXd right) const {
  const auto size = static_cast<Eigen::Index>(active_.size());
  if (size == 0) return right;
  const auto lower = lower_.topLeftCorner(size, size).triangularView<Eigen::Lower>();
  lower.solveInPlace(right);
  lower.transpose().solveInPlace(right);
  return right;
}

}  // namespace explainee::search
