#include "explainee/information/fine/fine_conditioning.h"

#include <numeric>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/information/fine/fine_moments.h"

namespace explainee::information {
namespace {

using base::DoubleDouble;

/// Covariances of all moment columns with u, and of u.
struct FineSummary {
  FineMatrix cross;
  FineMatrix inner;
};

base::Result<FineSummary> sum_summary(const Eigen::MatrixXd& weights, const moments::Fold& total, Rows& rows,
                                      const base::Control& control) {
  const auto constant = [&](Eigen::Index column) { return !(moments::covariance_at(total, column, column) > 0); };
  std::vector<int> used;
  for (Eigen::Index i = 0; i < weights.rows(); ++i) {
    if (!weights.row(i).isZero(0) && !constant(i)) used.push_back(static_cast<int>(i));
  }
  std::vector<int> all(static_cast<std::size_t>(weights.rows()));
  std::iota(all.begin(), all.end(), 0);
  EXPLAINEE_ASSIGN(const FineMatrix pairs, fine_covariance(rows, used, all, control));
  const Eigen::Index k = weights.cols();
  FineSummary sums{FineMatrix(weights.rows(), k), FineMatrix(k, k)};
  for (Eigen::Index i = 0; i < k; ++i) {
    for (Eigen::Index z = 0; z < weights.rows(); ++z) {
      DoubleDouble sum = 0;
      for (std::size_t l = 0; l < used.size() && !constant(z); ++l)
        sum += DoubleDouble(weights(used[l], i)) * pairs(static_cast<Eigen::Index>(l), z);
      sums.cross(z, i) = sum;
    }
  }
  for (Eigen::Index i = 0; i < k; ++i) {
    for (Eigen::Index j = 0; j < k; ++j) {
      DoubleDouble sum = 0;
      for (const int l : used) sum += DoubleDouble(weights(l, i)) * sums.cross(l, j);
      sums.inner(i, j) = sum;
    }
  }
  return sums;
}

/// As weights of the columns of u: what the l-th column taken adds to those before it, in units of its deviation.
std::vector<DoubleDouble> unit_sum(const FineFactor& factor, std::size_t l, std::size_t columns) {
  const DoubleDouble unit = DoubleDouble(1) / base::square_root(factor.pivot(l));
  const std::vector<DoubleDouble> earlier = factor.weights(factor.taken()[l], l);
  std::vector<DoubleDouble> sum(columns);
  sum[static_cast<std::size_t>(factor.taken()[l])] = unit;
  for (std::size_t e = 0; e < l; ++e) sum[static_cast<std::size_t>(factor.taken()[e])] = -(earlier[e] * unit);
  return sum;
}

}  // namespace

bool takes_noise_out(const Situation& situation) {
  return situation.summary_noise.size() > 0 && situation.summary_noise.diagonal().maxCoeff() > 0;
}

Eigen::VectorXd summary_deviations(const Situation& situation, const moments::Fold& total) {
  const Eigen::MatrixXd cross = *moments::covariance_with(total, situation.summary_weights);
  return moments::covariance_of_sums(situation.summary_weights, cross).diagonal().cwiseMax(0.0).cwiseSqrt();
}

bool is_unsteady(const Situation& situation, const moments::Fold& total) {
  if (situation.summary_weights.cols() == 0 || takes_noise_out(situation)) return false;
  const Eigen::MatrixXd cross = *moments::covariance_with(total, situation.summary_weights);
  const Eigen::MatrixXd inner = moments::covariance_of_sums(situation.summary_weights, cross);
  const person::Conditioning u = person::load_on(cross, inner, situation.summary_weights, situation.summary_noise);
  if (u.rank() == 0) return false;
  const Eigen::RowVectorXd reach = inner.diagonal().cwiseMax(0.0).cwiseSqrt().transpose() * u.selection.cwiseAbs();
  return reach.cwiseAbs2().maxCoeff() > base::kSteadyReach;
}

base::Result<person::Conditioning> fine_conditioning(const Situation& situation, const moments::Fold& total, Rows& rows,
                                                     const base::Control& control) {
  const Eigen::MatrixXd& weights = situation.summary_weights;
  const Eigen::Index k = weights.cols();
  EXPLAINEE_ASSIGN(FineSummary sums, sum_summary(weights, total, rows, control));
  Eigen::VectorXd own(k);
  for (Eigen::Index i = 0; i < k; ++i) own[i] = sums.inner(i, i).value();
  for (Eigen::Index i = 0; i < situation.summary_noise.rows(); ++i) {
    for (Eigen::Index j = 0; j < k; ++j) sums.inner(i, j) -= situation.summary_noise(i, j);
  }
  FineFactor factor(std::move(sums.inner), own);
  std::vector<int> all(static_cast<std::size_t>(k));
  std::iota(all.begin(), all.end(), 0);
  const int rank = factor.take(all);
  person::Conditioning u;
  u.selection.resize(k, rank);
  u.loadings.resize(weights.rows(), rank);
  for (int l = 0; l < rank; ++l) {
    const std::vector<DoubleDouble> sum = unit_sum(factor, static_cast<std::size_t>(l), all.size());
    for (Eigen::Index i = 0; i < k; ++i) u.selection(i, l) = sum[static_cast<std::size_t>(i)].value();
    for (Eigen::Index z = 0; z < weights.rows(); ++z) {
      DoubleDouble loading = 0;
      for (Eigen::Index i = 0; i < k; ++i) loading += sums.cross(z, i) * sum[static_cast<std::size_t>(i)];
      u.loadings(z, l) = loading.value();
    }
  }
  u.basis = weights * u.selection;
  return u;
}

}  // namespace explainee::information
