#include "explainee/person/condition.h"

#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::person {
namespace {

/// Pivoted Cholesky of a correlation-like matrix: largest remaining share of own variance first.
struct Pivoted {
  std::vector<int> order;
  Eigen::MatrixXd lower;  ///< row i: loadings of variable i on the chosen pivots
};

Pivoted pivoted_cholesky(const Eigen::MatrixXd& covariance, const Eigen::VectorXd& own) {
  const Eigen::Index n = covariance.rows();
  Pivoted result;
  result.lower = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd left = covariance.diagonal();
  std::vector<bool> used(static_cast<std::size_t>(n), false);
  for (Eigen::Index step = 0; step < n; ++step) {
    Eigen::Index pivot = -1;
    double best = base::kDetermined;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (used[static_cast<std::size_t>(i)] || !(own[i] > 0)) continue;
      if (left[i] / own[i] > best) {
        best = left[i] / own[i];
        pivot = i;
      }
    }
    if (pivot < 0) break;
    used[static_cast<std::size_t>(pivot)] = true;
    const double root = std::sqrt(left[pivot]);
    Eigen::VectorXd column = covariance.col(pivot);
    if (step > 0) column -= result.lower.leftCols(step) * result.lower.row(pivot).head(step).transpose();
    column /= root;
    column[pivot] = root;
    for (const int earlier : result.order) column[earlier] = 0.0;
    result.lower.col(step) = column;
    left -= column.cwiseAbs2();
    result.order.push_back(static_cast<int>(pivot));
  }
  result.lower.conservativeResize(n, static_cast<Eigen::Index>(result.order.size()));
  return result;
}

}  // namespace

Conditioning load_on(const Eigen::MatrixXd& cross, const Eigen::MatrixXd& inner, const Eigen::MatrixXd& weights,
                     const Eigen::MatrixXd& noise) {
  const Eigen::Index k = weights.cols();
  Conditioning result;
  if (k == 0) {
    result.selection.resize(0, 0);
    result.basis.resize(weights.rows(), 0);
    result.loadings.resize(cross.rows(), 0);
    return result;
  }
  const Eigen::VectorXd own = inner.diagonal();
  const Eigen::VectorXd scale = own.unaryExpr([](double value) { return value > 0 ? 1.0 / std::sqrt(value) : 0.0; });
  const Eigen::MatrixXd correlation = scale.asDiagonal() * inner * scale.asDiagonal();
  // What noise leaves of a column is measured against the whole column: nothing but rounding is nothing.
  const Eigen::MatrixXd beneath =
      noise.size() == 0 ? correlation : Eigen::MatrixXd(correlation - scale.asDiagonal() * noise * scale.asDiagonal());
  const Pivoted factor = pivoted_cholesky(beneath, correlation.diagonal());
  const auto r = static_cast<Eigen::Index>(factor.order.size());
  Eigen::MatrixXd lower(r, r);
  for (Eigen::Index i = 0; i < r; ++i) lower.row(i) = factor.lower.row(factor.order[static_cast<std::size_t>(i)]);
  // Rows of S pick and scale the pivots: S·corr·Sᵀ = L·Lᵀ, so v = L⁻¹·S·u has unit covariance.
  Eigen::MatrixXd picked = Eigen::MatrixXd::Zero(r, k);
  for (Eigen::Index i = 0; i < r; ++i) {
    const int pivot = factor.order[static_cast<std::size_t>(i)];
    picked(i, pivot) = scale[pivot];
  }
  const Eigen::MatrixXd whitening = lower.triangularView<Eigen::Lower>().solve(picked);  // r × k
  result.selection = whitening.transpose();
  result.basis = weights * result.selection;
  result.loadings = cross * result.selection;
  return result;
}

Conditioning condition_on(Eigen::MatrixXd covariance, const Eigen::MatrixXd& weights, const Eigen::MatrixXd& noise) {
  const Eigen::MatrixXd cross = covariance * weights;  // cov(z, u)
  Conditioning result = load_on(cross, weights.transpose() * cross, weights, noise);
  result.given = std::move(covariance);
  if (result.rank() > 0) result.given -= result.loadings * result.loadings.transpose();
  return result;
}

std::vector<int> independent_columns(const Eigen::MatrixXd& covariance, const Eigen::VectorXd& own) {
  return pivoted_cholesky(covariance, own).order;
}

}  // namespace explainee::person
