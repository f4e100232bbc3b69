// explainee/search/algebra/coherence.h: how alike two columns can be.
#pragma once

#include <Eigen/Dense>

namespace explainee::search {

/// The largest |correlation| given u among distinct columns that are not already known: those with
/// gram_jj > kDetermined·scale_j. 0 when fewer than two are left; O(n²).
[[nodiscard]] double max_correlation(const Eigen::MatrixXd& gram, const Eigen::VectorXd& scale);

}  // namespace explainee::search
