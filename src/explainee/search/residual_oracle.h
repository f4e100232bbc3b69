// explainee/search/residual_oracle.h: for tests only: f of a set from the rows themselves.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <vector>

#include "explainee/search/brute_force.h"

namespace explainee::search::brute_force {

/// f(E) from the rows themselves, by singular values, everything that is not rounding counted as explained: below what
/// any search may claim.
inline double residual_from_rows(const Instance& instance, const std::vector<int>& set) {
  Eigen::VectorXd y = instance.y.col(0);
  if (!set.empty()) {
    Eigen::MatrixXd x = instance.x(Eigen::all, set);
    for (Eigen::Index k = 0; k < x.cols(); ++k) x.col(k) /= std::max(1e-300, x.col(k).norm());
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(x, Eigen::ComputeThinU);
    const Eigen::Index rank = (svd.singularValues().array() > 1e-7).count();
    const Eigen::MatrixXd basis = svd.matrixU().leftCols(rank);
    y -= basis * (basis.transpose() * y);
    y -= basis * (basis.transpose() * y);
  }
  return y.squaredNorm() / static_cast<double>(instance.y.rows());
}

}  // namespace explainee::search::brute_force
