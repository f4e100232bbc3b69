#include "explainee/explain/asking/linear_fit.h"

#include <algorithm>

namespace explainee::explain {
namespace {

constexpr Eigen::Index kParts = 5;
constexpr double kSpanned = 1e-10;  ///< of a column's variance: less is left of it only by rounding

/// R² of the column on the others, each part of the rows predicted from the other parts.
double on_rows_that_took_no_part(const Eigen::MatrixXd& columns, std::size_t of, const std::vector<std::size_t>& by) {
  const Eigen::Index rows = columns.rows();
  const auto size = static_cast<Eigen::Index>(by.size()) + 1;
  Eigen::MatrixXd x(rows, size);
  x.col(0).setOnes();
  for (Eigen::Index k = 1; k < size; ++k)
    x.col(k) = columns.col(static_cast<Eigen::Index>(by[static_cast<std::size_t>(k - 1)]));
  const Eigen::VectorXd y = columns.col(static_cast<Eigen::Index>(of));
  const Eigen::MatrixXd gram = x.transpose() * x;
  const Eigen::VectorXd cross = x.transpose() * y;
  double left = 0;
  double all = 0;
  for (Eigen::Index part = 0; part < kParts; ++part) {
    Eigen::MatrixXd others = gram;
    Eigen::VectorXd seen = cross;
    double sum = 0;
    Eigen::Index count = 0;
    for (Eigen::Index i = part; i < rows; i += kParts, ++count) {
      others -= x.row(i).transpose() * x.row(i);
      seen -= x.row(i).transpose() * y[i];
      sum += y[i];
    }
    if (rows - count <= size) return 0;
    const Eigen::VectorXd beta = others.ldlt().solve(seen);
    const double mean = (y.sum() - sum) / static_cast<double>(rows - count);
    for (Eigen::Index i = part; i < rows; i += kParts) {
      left += (y[i] - x.row(i).dot(beta)) * (y[i] - x.row(i).dot(beta));
      all += (y[i] - mean) * (y[i] - mean);
    }
  }
  return all > 0 ? 1 - left / all : 0;
}

}  // namespace

std::optional<std::vector<std::size_t>> told_by_few(const Eigen::MatrixXd& columns, std::size_t of, double share,
                                                    std::size_t most) {
  Eigen::VectorXd left = columns.col(static_cast<Eigen::Index>(of));
  const double all = left.squaredNorm();
  Eigen::MatrixXd basis(columns.rows(), static_cast<Eigen::Index>(most));
  Eigen::VectorXd own = columns.colwise().squaredNorm();  // what the chosen ones leave of each column
  std::vector<std::size_t> chosen;
  while (all > 0 && chosen.size() < most) {
    const Eigen::VectorXd gain = (columns.transpose() * left).cwiseAbs2().cwiseQuotient(own.cwiseMax(1e-300));
    std::size_t best = columns.cols();
    for (std::size_t j = 0; j < static_cast<std::size_t>(columns.cols()); ++j) {
      const auto at = static_cast<Eigen::Index>(j);
      const bool free = j != of && own[at] > kSpanned * columns.col(at).squaredNorm();
      const bool better =
          best == static_cast<std::size_t>(columns.cols()) || gain[at] > gain[static_cast<Eigen::Index>(best)];
      if (free && better) best = j;
    }
    if (best == static_cast<std::size_t>(columns.cols())) return std::nullopt;
    const auto count = static_cast<Eigen::Index>(chosen.size());
    Eigen::VectorXd next = columns.col(static_cast<Eigen::Index>(best));
    for (int pass = 0; pass < 2; ++pass) next -= basis.leftCols(count) * (basis.leftCols(count).transpose() * next);
    next.normalize();
    basis.col(count) = next;
    left -= next * next.dot(left);
    own -= (columns.transpose() * next).cwiseAbs2();
    chosen.push_back(best);
    if (left.squaredNorm() > (1 - share) * all) continue;
    if (on_rows_that_took_no_part(columns, of, chosen) > share) return chosen;
  }
  return std::nullopt;
}

}  // namespace explainee::explain
