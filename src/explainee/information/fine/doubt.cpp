#include "explainee/information/fine/doubt.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/double_limits.h"
#include "explainee/base/tolerances.h"
#include "explainee/information/fine/fine_conditioning.h"

namespace explainee::information {
namespace {

Eigen::VectorXd variances_of(const moments::Fold& total, const std::vector<int>& columns) {
  Eigen::VectorXd own(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i)
    own[static_cast<Eigen::Index>(i)] = moments::covariance_at(total, columns[i], columns[i]);
  return own;
}

/// By how much ½ log det of a covariance matrix may be off whose entries are off by unit·reach_k·reach_l.
double log_determinant_doubt(const Eigen::MatrixXd& covariance, const Eigen::VectorXd& reach, double unit) {
  if (covariance.rows() == 0) return 0;
  const Eigen::LLT<Eigen::MatrixXd> factor(covariance);
  if (factor.info() != Eigen::Success) return base::kInfinity;
  const Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(covariance.rows(), covariance.cols()));
  const double doubt = 0.5 * unit * reach.dot(inverse.cwiseAbs() * reach);
  return std::isfinite(doubt) ? doubt : base::kInfinity;
}

/// What the columns leave of the predictions, and their weights.
struct Regressed {
  Eigen::MatrixXd beta;
  Eigen::MatrixXd after;
};

Regressed regress(const Eigen::MatrixXd& gram, const Eigen::MatrixXd& cross, const Eigen::MatrixXd& before,
                  const Eigen::VectorXd& own) {
  Regressed result{Eigen::MatrixXd::Zero(cross.rows(), cross.cols()), before};
  const std::vector<int> kept = person::independent_columns(gram, own);
  if (kept.empty()) return result;
  const Eigen::VectorXd unit = gram.diagonal()(kept).cwiseSqrt().cwiseInverse();
  const Eigen::LLT<Eigen::MatrixXd> correlation(unit.asDiagonal() * gram(kept, kept) * unit.asDiagonal());
  const Eigen::MatrixXd half = correlation.matrixL().solve(unit.asDiagonal() * cross(kept, Eigen::all));
  result.beta(kept, Eigen::all) = unit.asDiagonal() * correlation.matrixU().solve(half);
  result.after -= half.transpose() * half;
  return result;
}

}  // namespace

Doubt::Doubt(const Situation& situation, const person::Conditioning& u, const moments::Fold& total, bool steady)
    : situation_(situation), u_(u), total_(total) {
  deviations_ = steady ? Eigen::VectorXd::Zero(situation.summary_weights.cols()) : summary_deviations(situation, total);
}

/// Per prediction: what weights of u reach to.
Eigen::VectorXd Doubt::reach_of(const Eigen::MatrixXd& alpha) const {
  if (alpha.rows() == 0) return Eigen::VectorXd::Zero(alpha.cols());
  return alpha.cwiseAbs().transpose() * deviations_;
}

double Doubt::nats(std::span<const FactColumns> facts, double extra_variance) const {
  std::vector<int> columns;
  std::vector<double> noise;
  for (const FactColumns& fact : facts) {
    columns.insert(columns.end(), fact.columns.begin(), fact.columns.end());
    noise.resize(columns.size(), fact.columns.size() == 1 ? fact.noise_variance : 0);
  }
  const std::vector<int>& directions = situation_.independent;
  const Eigen::VectorXd shown =
      Eigen::Map<const Eigen::VectorXd>(noise.data(), static_cast<Eigen::Index>(noise.size()));
  Eigen::MatrixXd gram = covariance_given(total_, u_, columns, columns);
  gram.diagonal() += shown;
  Eigen::MatrixXd before = covariance_given(total_, u_, directions, directions);
  before.diagonal().array() += extra_variance;
  const Eigen::VectorXd own = variances_of(total_, columns);
  const Eigen::VectorXd own_target = variances_of(total_, directions).array() + extra_variance;
  const auto [beta, after] = regress(gram, covariance_given(total_, u_, columns, directions), before, own + shown);

  const Eigen::MatrixXd target_loadings = u_.loadings(directions, Eigen::all);
  const Eigen::MatrixXd column_loadings = u_.loadings(columns, Eigen::all);
  const Eigen::MatrixXd alone = u_.selection * target_loadings.transpose();
  const Eigen::MatrixXd beside = alone - u_.selection * (column_loadings.transpose() * beta);
  const Eigen::VectorXd reach_before = own_target.cwiseSqrt() + reach_of(alone);
  const Eigen::VectorXd reach_after =
      own_target.cwiseSqrt() + beta.cwiseAbs().transpose() * own.cwiseSqrt() + reach_of(beside);

  const double unit = static_cast<double>(columns.size() + static_cast<std::size_t>(u_.rank()) + 4) * base::kEpsilon;
  std::vector<int> open = person::independent_columns(after, own_target);
  for (Eigen::Index k = 0; k < after.rows(); ++k) {
    const double radius = unit * reach_after[k] * reach_after[k];
    if (radius > base::kDetermined * own_target[k] && after(k, k) <= radius) return base::kInfinity;
  }
  return log_determinant_doubt(before, reach_before, unit) +
         log_determinant_doubt(after(open, open), reach_after(open), unit);
}

}  // namespace explainee::information
