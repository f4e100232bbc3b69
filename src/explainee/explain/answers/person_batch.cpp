#include "explainee/explain/answers/person_batch.h"

#include <algorithm>

#include "explainee/base/tolerances.h"

namespace explainee::explain {

PersonBatch::PersonBatch(const VerdictTask& task, const person::PersonDraws& draws)
    : task_(&task), prediction_(task.predictions.front()) {
  least_ = base::kDetermined * task.own[prediction_];
  cross_ = (task.covariance * draws.weights).array();
  inner_ = (draws.weights.array() * cross_).colwise().sum().max(0) + draws.noise_variances.transpose().array();
  const double target = task.covariance(prediction_, prediction_);
  before_ = (target - (inner_ > 0).select(cross_.row(prediction_).square() / inner_, 0.0)).max(least_);
}

bool PersonBatch::after(std::span<const int> columns, PersonRows& result) {
  const auto k = static_cast<Eigen::Index>(columns.size());
  Eigen::MatrixXd among(k, k);
  Eigen::VectorXd with(k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const int column = columns[static_cast<std::size_t>(i)];
    with[i] = task_->covariance(column, prediction_);
    for (Eigen::Index j = 0; j < k; ++j) among(i, j) = task_->covariance(column, columns[static_cast<std::size_t>(j)]);
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(among);
  if (factor.info() != Eigen::Success) return false;
  for (Eigen::Index i = 0; i < k; ++i) {
    const double pivot = factor.matrixLLT()(i, i);
    if (!(pivot * pivot > base::kDetermined * task_->own[columns[static_cast<std::size_t>(i)]])) return false;
  }
  const Eigen::MatrixXd lower = factor.matrixL();
  const Eigen::VectorXd scores = factor.matrixL().solve(with);
  solved_.resize(k, persons());
  left_ = inner_;
  shared_ = cross_.row(prediction_);
  for (Eigen::Index i = 0; i < k; ++i) {
    auto line = solved_.row(i);
    line = cross_.row(columns[static_cast<std::size_t>(i)]);
    for (Eigen::Index j = 0; j < i; ++j) line -= lower(i, j) * solved_.row(j);
    line /= lower(i, i);
    left_ -= line.square();
    shared_ -= scores[i] * line;
  }
  const double alone = task_->covariance(prediction_, prediction_) - scores.squaredNorm();
  result = alone - (left_ > base::kDetermined * inner_).select(shared_.square() / left_, 0.0);
  result = result.max(least_).min(before_);
  return true;
}

}  // namespace explainee::explain
