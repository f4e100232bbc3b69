#include "explainee/explain/rows/row_model.h"

#include <algorithm>
#include <cmath>

namespace explainee::explain {
namespace {

struct Precision {
  Eigen::MatrixXd inverse;
  double half_log_determinant = 0;
};

Precision precision_of(const Eigen::MatrixXd& covariance) {
  const Eigen::LLT<Eigen::MatrixXd> factor(covariance);
  Precision result;
  result.inverse = factor.solve(Eigen::MatrixXd::Identity(covariance.rows(), covariance.cols()));
  const Eigen::MatrixXd lower = factor.matrixL();
  result.half_log_determinant = lower.diagonal().array().log().sum();
  return result;
}

}  // namespace

namespace {

/// Σ β_jβ_jᵀτ_j² of the noise alone: a rounded value is seen as it is.
Eigen::MatrixXd noise_covariance(const Eigen::MatrixXd& beta, const std::vector<ShownWith>& shown_with) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(beta.cols(), beta.cols());
  for (std::size_t i = 0; i < shown_with.size(); ++i) {
    const Eigen::RowVectorXd part = shown_with[i].noise * beta.row(static_cast<Eigen::Index>(i));
    sum += part.transpose() * part;
  }
  return sum;
}

std::vector<RoundedColumn> rounded_columns(const Fit& fit, const std::vector<moments::MomentColumn>& columns) {
  std::vector<RoundedColumn> rounded;
  for (std::size_t i = 0; i < fit.columns.size(); ++i) {
    if (!(fit.shown_with[i].step > 0)) continue;
    rounded.push_back({fit.columns[i], columns[static_cast<std::size_t>(fit.columns[i])].shift, fit.shown_with[i],
                       fit.beta.row(static_cast<Eigen::Index>(i))});
  }
  return rounded;
}

}  // namespace

Eigen::VectorXd noise_variance(const Eigen::MatrixXd& beta, const std::vector<ShownWith>& shown_with) {
  return noise_covariance(beta, shown_with).diagonal();
}

RowModel make_row_model(const Setting& setting, const moments::Fold& total, const Fit& fit,
                        const std::vector<moments::MomentColumn>& columns, bool infinite) {
  RowModel model;
  model.mean = total.mean;
  model.predictions = setting.predictions;
  model.expected = fit.expected;
  model.infinite = infinite;
  const Eigen::MatrixXd noise = noise_covariance(fit.beta, fit.shown_with);
  model.noise_variance = noise.diagonal();
  model.rounded = rounded_columns(fit, columns);
  // contribution sum = Σ β_j (x_j − E[x_j|u])
  Eigen::MatrixXd facts = Eigen::MatrixXd::Zero(total.mean.size(), fit.beta.cols());
  for (std::size_t i = 0; i < fit.columns.size(); ++i)
    facts.row(fit.columns[i]) += fit.beta.row(static_cast<Eigen::Index>(i));
  model.facts = facts - fit.column_expected * fit.beta;
  for (const int column : setting.independent) {
    const auto at = std::find(setting.predictions.begin(), setting.predictions.end(), column);
    model.independent.push_back(static_cast<int>(at - setting.predictions.begin()));
  }
  if (model.independent.empty() || infinite) return model;
  Eigen::MatrixXd before = fit.before(model.independent, model.independent);
  Eigen::MatrixXd after = fit.after(model.independent, model.independent);
  const double excess = setting.draws.excess(total);
  before.diagonal().array() += setting.resolution_variance + excess;
  after.diagonal().array() += setting.resolution_variance + excess;
  const Precision wide = precision_of(before);
  const Precision narrow = precision_of(after);
  model.before_inverse = wide.inverse;
  model.after_inverse = narrow.inverse;
  const Eigen::MatrixXd blurred = noise(model.independent, model.independent);
  model.half_log_ratio = wide.half_log_determinant - narrow.half_log_determinant -
                         0.5 * narrow.inverse.cwiseProduct(blurred).sum() +
                         0.5 * excess * (wide.inverse.trace() - narrow.inverse.trace());
  return model;
}

Residuals residuals(const RowModel& model, const Eigen::Ref<const Eigen::MatrixXd>& rows) {
  const Eigen::MatrixXd centred = rows.rowwise() - model.mean.transpose();
  Residuals result;
  result.before = centred(Eigen::all, model.predictions) - centred * model.expected;
  result.after = result.before - centred * model.facts;
  for (const RoundedColumn& rounded : model.rounded) {
    for (Eigen::Index row = 0; row < rows.rows(); ++row) {
      const double value = rows(row, rounded.column) + rounded.shift;
      result.after.row(row) -= rounded.shown_with.change(value) * rounded.beta;
    }
  }
  return result;
}

Eigen::ArrayXd brought_closer(const Eigen::ArrayXd& before, const Eigen::ArrayXd& after, double noise_variance) {
  if (!(noise_variance > 0)) return (after.abs() < before.abs()).cast<double>();
  // P(|after + noise| < |before|)
  const double unit = 1 / std::sqrt(2 * noise_variance);
  const Eigen::ArrayXd up = (before.abs() - after) * unit;
  const Eigen::ArrayXd down = (before.abs() + after) * unit;
  const auto erf = [](double x) { return std::erf(x); };
  return 0.5 * (up.unaryExpr(erf) + down.unaryExpr(erf));
}

Eigen::VectorXd surprise_removed_nats(const RowModel& model, const Residuals& residuals) {
  const auto size = static_cast<Eigen::Index>(model.independent.size());
  Eigen::VectorXd removed(residuals.before.rows());
  for (Eigen::Index row = 0; row < removed.size(); ++row) {  // by itself: digits do not depend on its neighbours
    double sum = 0;
    for (Eigen::Index a = 0; a < size; ++a) {
      for (Eigen::Index b = 0; b < size; ++b) {
        const int i = model.independent[static_cast<std::size_t>(a)];
        const int j = model.independent[static_cast<std::size_t>(b)];
        sum += residuals.before(row, i) * model.before_inverse(a, b) * residuals.before(row, j) -
               residuals.after(row, i) * model.after_inverse(a, b) * residuals.after(row, j);
      }
    }
    removed[row] = 0.5 * sum + model.half_log_ratio;
  }
  return removed;
}

}  // namespace explainee::explain
