#include "explainee/verify/possible.h"

#include <Eigen/Dense>
#include <cmath>

#include "explainee/verify/problem/cholesky.h"

namespace explainee::verify {
namespace {

constexpr double kContradiction = 1e-8;
constexpr double kMisfit = 1e-9;  ///< by which counts and weights may miss each other

bool finite(const moments::Fold& fold) {
  return std::isfinite(fold.weight) && std::isfinite(fold.weight_squares) && fold.mean.allFinite() &&
         fold.scatter.triangularView<Eigen::Lower>().toDenseMatrix().allFinite();
}

}  // namespace

std::string impossible(const moments::Moments& totals, const base::Control& control) {
  const moments::Fold& fold = totals.folds.front();
  const auto rows = static_cast<double>(fold.rows);
  const double most = fold.weight * fold.weight * (1 + kMisfit);
  const bool counts = fold.rows > 0 && fold.weight > 0 && fold.weight_squares > 0 && fold.weight_squares <= most &&
                      fold.weight * fold.weight <= rows * fold.weight_squares * (1 + kMisfit);
  if (!counts || !finite(fold)) return "no table has such moments: its rows and weights do not fit each other";
  std::vector<Eigen::Index> varies;
  for (Eigen::Index i = 0; i < fold.scatter.rows(); ++i) {
    if (fold.scatter(i, i) < 0) return "no table has such moments: a sum of squares is negative";
    if (fold.scatter(i, i) > 0) varies.push_back(i);
    if (fold.scatter(i, i) > 0) continue;
    const bool apart = (fold.scatter.row(i).head(i).array() == 0).all() &&
                       (fold.scatter.col(i).tail(fold.scatter.rows() - i).array() == 0).all();
    if (!apart) return "no table has such moments: a column that does not vary goes along with others";
  }
  const auto n = static_cast<Eigen::Index>(varies.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double root =
        std::sqrt(fold.scatter(varies[static_cast<std::size_t>(j)], varies[static_cast<std::size_t>(j)]));
    for (Eigen::Index i = j; i < n; ++i) {
      const Eigen::Index row = varies[static_cast<std::size_t>(i)];
      matrix(i, j) = fold.scatter(row, varies[static_cast<std::size_t>(j)]) / root / std::sqrt(fold.scatter(row, row));
    }
    matrix(j, j) = 1 + kContradiction;
  }
  return factorise(matrix, control) ? "" : "no table has such moments: its covariances contradict each other";
}

bool is_possible(const CheckedProblem& problem) {
  std::vector<std::size_t> varies;
  for (std::size_t v = 0; v < problem.columns + problem.predictions; ++v) {
    if (certainly_positive(problem.own(v))) varies.push_back(v);
  }
  const auto n = static_cast<Eigen::Index>(varies.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    problem.throw_if_stopped();
    const std::size_t column = varies[static_cast<std::size_t>(j)];
    for (Eigen::Index i = j; i < n; ++i) {
      const std::size_t row = varies[static_cast<std::size_t>(i)];
      matrix(i, j) = problem.given(row, column).middle.value() /
                     std::sqrt(problem.own(row).middle.high * problem.own(column).middle.high);
    }
    matrix(j, j) += kContradiction;
  }
  return factorise(matrix, problem.control);
}

}  // namespace explainee::verify
