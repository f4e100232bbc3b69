#include "explainee/search/algebra/coherence.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::search {

double max_correlation(const Eigen::MatrixXd& gram, const Eigen::VectorXd& scale) {
  const Eigen::Index n = gram.rows();
  Eigen::VectorXd inverse_root = Eigen::VectorXd::Zero(n);  // 0 takes a known column out of every comparison
  for (Eigen::Index j = 0; j < n; ++j) {
    if (gram(j, j) > base::kDetermined * scale[j]) inverse_root[j] = 1 / std::sqrt(gram(j, j));
  }
  double most = 0;
  for (Eigen::Index j = 1; j < n; ++j) {
    const double column = (gram.col(j).head(j).array().abs() * inverse_root.head(j).array()).maxCoeff();
    most = std::max(most, column * inverse_root[j]);
  }
  return std::min(most, 1.0);
}

}  // namespace explainee::search
