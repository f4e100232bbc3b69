#include "explainee/information/learner/linear_start.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace explainee::information {
namespace {

constexpr double kFarthest = 4;  // deviations: beyond, a line says nothing that one would trust
constexpr int kMostSteps = 25;   // of the fit of classes, which need not converge: trees follow

double total_weight(const LearnerTarget& target, std::span<const int> rows) {
  double total = 0;
  for (const int row : rows) total += target.weight(row);
  return total;
}

/// (XᵀWX + ridge)⁻¹ of weighted rows of columns.
Eigen::LDLT<Eigen::MatrixXd> ridge_factor(const Eigen::MatrixXd& columns, const Eigen::VectorXd& weights,
                                          double ridge) {
  Eigen::MatrixXd gram = columns.transpose() * (weights.asDiagonal() * columns);
  gram.diagonal().array() += ridge;
  return Eigen::LDLT<Eigen::MatrixXd>(gram);
}

}  // namespace

LinearStart::LinearStart(const Design& design, const LearnerTarget& target, std::span<const int> rows, double ridge)
    : lowest_(-std::numeric_limits<double>::infinity()), highest_(std::numeric_limits<double>::infinity()) {
  const Eigen::Index columns = ridge < 0 ? 0 : design.numbers().cols();
  mean_ = Eigen::VectorXd::Zero(columns);
  scale_ = Eigen::VectorXd::Zero(columns);
  const double total = total_weight(target, rows);
  for (Eigen::Index j = 0; j < columns && total > 0; ++j) {
    double sum = 0;
    for (const int row : rows) sum += target.weight(row) * design.numbers()(row, j);
    mean_[j] = sum / total;
    double square = 0;
    for (const int row : rows) {
      const double apart = design.numbers()(row, j) - mean_[j];
      square += target.weight(row) * apart * apart;
    }
    const double deviation = std::sqrt(square / total);
    if (deviation > 1e-12 * std::abs(mean_[j]) && deviation > 1e-150) scale_[j] = 1 / deviation;
  }
  slopes_ = Eigen::MatrixXd::Zero(columns, target.scores());
  constant_ = Eigen::VectorXd::Zero(target.scores());
  const Eigen::MatrixXd held = standardised(design, rows);
  if (target.classes == 0) {
    fit_numbers(held, target, rows, ridge);
  } else {
    fit_classes(held, target, rows, ridge);
  }
}

Eigen::MatrixXd LinearStart::standardised(const Design& design, std::span<const int> rows) const {
  Eigen::MatrixXd held(static_cast<Eigen::Index>(rows.size()), mean_.size());
  for (Eigen::Index j = 0; j < mean_.size(); ++j)
    for (Eigen::Index i = 0; i < held.rows(); ++i)
      held(i, j) = std::clamp((design.numbers()(rows[static_cast<std::size_t>(i)], j) - mean_[j]) * scale_[j],
                              -kFarthest, kFarthest);
  return held;
}

void LinearStart::fit_numbers(const Eigen::MatrixXd& columns, const LearnerTarget& target, std::span<const int> rows,
                              double ridge) {
  Eigen::VectorXd weights(columns.rows());
  Eigen::VectorXd values(columns.rows());
  for (Eigen::Index i = 0; i < columns.rows(); ++i) {
    const int row = rows[static_cast<std::size_t>(i)];
    weights[i] = target.weight(row);
    values[i] = target.values[static_cast<std::size_t>(row)];
  }
  const double total = weights.sum();
  if (total <= 0) return;
  const double middle = weights.dot(values) / total;
  constant_[0] = middle;
  const double reach = values.maxCoeff() - values.minCoeff();
  lowest_ = values.minCoeff() - 0.1 * reach;
  highest_ = values.maxCoeff() + 0.1 * reach;
  if (columns.cols() == 0) return;
  // Cutting moves the means a little.
  const Eigen::RowVectorXd centre = weights.transpose() * columns / total;
  const Eigen::MatrixXd centred = columns.rowwise() - centre;
  const Eigen::VectorXd apart = values.array() - middle;
  slopes_.col(0) = ridge_factor(centred, weights, ridge).solve(centred.transpose() * weights.cwiseProduct(apart));
  constant_[0] -= centre.dot(slopes_.col(0));
}

void LinearStart::fit_classes(const Eigen::MatrixXd& columns, const LearnerTarget& target, std::span<const int> rows,
                              double ridge) {
  const int scores = target.scores();
  const int classes = std::max(target.classes, 2);
  Eigen::MatrixXd wanted = Eigen::MatrixXd::Zero(columns.rows(), scores);
  Eigen::VectorXd weights(columns.rows());
  Eigen::VectorXd counts = Eigen::VectorXd::Constant(classes, 0.5);  // nobody's chance is 0
  for (Eigen::Index i = 0; i < columns.rows(); ++i) {
    const int row = rows[static_cast<std::size_t>(i)];
    const auto own = static_cast<Eigen::Index>(target.values[static_cast<std::size_t>(row)]);
    weights[i] = target.weight(row);
    counts[own] += weights[i];
    if (scores > 1) wanted(i, own) = 1;
    if (scores == 1 && own == 1) wanted(i, 0) = 1;
  }
  if (scores == 1) constant_[0] = std::log(counts[1] / counts[0]);
  if (scores > 1) constant_ = (counts.array() / counts.sum()).log();
  if (columns.cols() == 0) return;
  Eigen::MatrixXd design(columns.rows(), columns.cols() + 1);
  design << columns, Eigen::VectorXd::Ones(columns.rows());
  // Böhning's bound of the curvature, ½ for softmax and ¼ for two classes: each step lowers the loss.
  const double bound = scores > 1 ? 0.5 : 0.25;
  const auto factor = ridge_factor(design, bound * weights, ridge);
  Eigen::MatrixXd theta(design.cols(), scores);
  theta << slopes_, constant_.transpose();
  Eigen::VectorXd chances(scores);
  Eigen::VectorXd all(classes);
  for (int step = 0; step < kMostSteps; ++step) {
    Eigen::MatrixXd gap = design * theta;
    for (Eigen::Index i = 0; i < gap.rows(); ++i) {
      const Eigen::VectorXd own = gap.row(i);
      write_predictions(target, own.data(), all.data());
      for (int k = 0; k < scores; ++k) chances[k] = scores == 1 ? all[1] : all[k];
      gap.row(i) = weights[i] * (wanted.row(i) - chances.transpose());
    }
    Eigen::MatrixXd pull = design.transpose() * gap;
    pull.topRows(columns.cols()) -= ridge * theta.topRows(columns.cols());
    theta += factor.solve(pull);
  }
  slopes_ = theta.topRows(columns.cols());
  constant_ = theta.bottomRows(1).transpose();
}

void LinearStart::write(const Design& design, int row, double* scores) const {
  for (Eigen::Index k = 0; k < constant_.size(); ++k) scores[k] = constant_[k];
  for (Eigen::Index j = 0; j < mean_.size(); ++j) {
    const double z = std::clamp((design.numbers()(row, j) - mean_[j]) * scale_[j], -kFarthest, kFarthest);
    for (Eigen::Index k = 0; k < constant_.size(); ++k) scores[k] += z * slopes_(j, k);
  }
  for (Eigen::Index k = 0; k < constant_.size(); ++k) scores[k] = std::clamp(scores[k], lowest_, highest_);
}

}  // namespace explainee::information
