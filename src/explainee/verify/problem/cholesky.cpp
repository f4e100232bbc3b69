#include "explainee/verify/problem/cholesky.h"

#include <algorithm>

#include "explainee/verify/problem/not_proven.h"

namespace explainee::verify {

bool factorise(Eigen::MatrixXd& matrix, const base::Control& control) {
  constexpr Eigen::Index kPanel = 64;
  const Eigen::Index n = matrix.rows();
  for (Eigen::Index from = 0; from < n; from += kPanel) {
    const Eigen::Index width = std::min(kPanel, n - from);
    const Eigen::Index below = n - from - width;
    const Eigen::LLT<Eigen::MatrixXd> own(matrix.block(from, from, width, width));
    // Eigen takes a pivot that is no number for a positive one.
    if (own.info() != Eigen::Success || !own.matrixLLT().diagonal().allFinite()) return false;
    matrix.block(from, from, width, width) = own.matrixL();
    auto panel = matrix.block(from + width, from, below, width);
    own.matrixL().transpose().solveInPlace<Eigen::OnTheRight>(panel);
    for (Eigen::Index column = 0; column < below; column += kPanel) {
      if (control.should_stop()) throw Stopped{};
      const Eigen::Index some = std::min(kPanel, below - column);
      matrix.block(from + width + column, from + width + column, below - column, some).noalias() -=
          panel.bottomRows(below - column) * panel.middleRows(column, some).transpose();
    }
  }
  return true;
}

double factorisation_error(Eigen::Index n) { return 4 * (static_cast<double>(n) + 8) * 0x1p-53; }

}  // namespace explainee::verify
