#include "explainee/verify/problem/cholesky.h"

#include <algorithm>

namespace explainee::verify {

bool factorise(Eigen::MatrixXd& matrix, const CheckedProblem& problem) {
  constexpr Eigen::Index kPanel = 64;
  const Eigen::Index n = matrix.rows();
  for (Eigen::Index from = 0; from < n; from += kPanel) {
    const Eigen::Index width = std::min(kPanel, n - from);
    const Eigen::Index below = n - from - width;
    const Eigen::LLT<Eigen::MatrixXd> own(matrix.block(from, from, width, width));
    if (own.info() != Eigen::Success) return false;
    matrix.block(from, from, width, width) = own.matrixL();
    auto panel = matrix.block(from + width, from, below, width);
    own.matrixL().transpose().solveInPlace<Eigen::OnTheRight>(panel);
    for (Eigen::Index column = 0; column < below; column += kPanel) {
      problem.throw_if_stopped();
      const Eigen::Index some = std::min(kPanel, below - column);
      matrix.block(from + width + column, from + width + column, below - column, some).noalias() -=
          panel.bottomRows(below - column) * panel.middleRows(column, some).transpose();
    }
  }
  return true;
}

}  // namespace explainee::verify
