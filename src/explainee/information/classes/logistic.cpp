#include "explainee/information/classes/logistic.h"

#include <cmath>
#include <limits>
#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::information {
namespace {

constexpr int kMostPasses = 100;

Eigen::MatrixXd with_constant(const Eigen::Ref<const Eigen::MatrixXd>& columns) {
  Eigen::MatrixXd design(columns.rows(), columns.cols() + 1);
  design.leftCols(columns.cols()) = columns;
  design.col(columns.cols()).setOnes();
  return design;
}

}  // namespace

Logistic::Logistic(int columns, int classes)
    : classes_(classes),
      size_(columns + 1),
      slopes_(Eigen::MatrixXd::Zero(size_, classes - 1)),
      trial_(slopes_),
      direction_(Eigen::VectorXd::Zero(slopes_.size())),
      loss_(std::numeric_limits<double>::infinity()) {}

void Logistic::begin() {
  trial_ = slopes_ + step_ * direction_.reshaped(size_, classes_ - 1);
  trial_loss_ = 0;
  weight_ = 0;
  gradient_ = Eigen::VectorXd::Zero(slopes_.size());
  hessian_ = Eigen::MatrixXd::Zero(slopes_.size(), slopes_.size());
}

Eigen::MatrixXd Logistic::log_chances_at(const Eigen::MatrixXd& design, const Eigen::MatrixXd& slopes) const {
  Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(design.rows(), classes_);  // the last class is the reference
  scores.leftCols(classes_ - 1) = design * slopes;
  const Eigen::VectorXd most = scores.rowwise().maxCoeff();
  scores.colwise() -= most;
  const Eigen::VectorXd total = scores.array().exp().rowwise().sum().log();
  scores.colwise() -= total;
  return scores;
}

void Logistic::add(const Eigen::Ref<const Eigen::MatrixXd>& columns, std::span<const int> classes,
                   const Eigen::VectorXd& weights) {
  const Eigen::MatrixXd design = with_constant(columns);
  const Eigen::MatrixXd logs = log_chances_at(design, trial_);
  const Eigen::MatrixXd chances = logs.leftCols(classes_ - 1).array().exp();
  Eigen::MatrixXd gap = chances;
  for (Eigen::Index i = 0; i < design.rows(); ++i) {
    const int own = classes[static_cast<std::size_t>(i)];
    trial_loss_ -= weights[i] * logs(i, own);
    if (own < classes_ - 1) gap(i, own) -= 1;
  }
  weight_ += weights.sum();
  for (Eigen::Index k = 0; k + 1 < classes_; ++k) {
    gradient_.segment(k * size_, size_) += design.transpose() * weights.cwiseProduct(gap.col(k));
    for (Eigen::Index l = 0; l <= k; ++l) {
      Eigen::VectorXd curvature = -chances.col(k).cwiseProduct(chances.col(l));
      if (k == l) curvature += chances.col(k);
      curvature = curvature.cwiseProduct(weights);
      hessian_.block(k * size_, l * size_, size_, size_) += design.transpose() * curvature.asDiagonal() * design;
    }
  }
}

void Logistic::start_from(const Logistic& other) {
  const bool separated = other.passes_ >= kMostPasses || other.loss_ <= base::kSeparated * other.weight_;
  if (separated || !other.converged_) return;
  slopes_ = other.slopes_;
  guessed_ = true;
}

/// Accepts the trial and aims for the next, or shortens the step.
void Logistic::step() {
  ++passes_;
  const double loss_of_none = weight_ * std::log(static_cast<double>(classes_));
  if (std::exchange(guessed_, false) && !(trial_loss_ <= loss_of_none)) {
    slopes_.setZero();
    return;
  }
  if (!(trial_loss_ <= loss_) && passes_ < kMostPasses) {
    step_ /= 2;
    converged_ = step_ < base::kNoStep;
    return;
  }
  if (trial_loss_ <= loss_) {
    slopes_ = trial_;
    loss_ = trial_loss_;
  }
  aim();
}

void Logistic::aim() {
  hessian_.diagonal().array() += base::kLogisticRidge * weight_;
  direction_ = -hessian_.selfadjointView<Eigen::Lower>().ldlt().solve(gradient_);
  step_ = 1;
  const double gain = -gradient_.dot(direction_) / weight_;
  converged_ = !(gain > base::kNoGain) || loss_ <= base::kSeparated * weight_ || passes_ >= kMostPasses;
}

Eigen::MatrixXd Logistic::log_chances(const Eigen::Ref<const Eigen::MatrixXd>& columns) const {
  return log_chances_at(with_constant(columns), slopes_);
}

}  // namespace explainee::information
