#include "explainee/information/classes/fitted_chances.h"

#include <algorithm>

namespace explainee::information {
namespace {

/// Classes that occur, numbered without gaps; −1 for the others.
std::vector<int> numbering(const std::vector<int>& classes, int count) {
  std::vector<int> number(static_cast<std::size_t>(count), -1);
  for (const int one : classes) number[static_cast<std::size_t>(one)] = 0;
  int next = 0;
  for (int& one : number) {
    if (one == 0) one = next++;
  }
  return number;
}

/// Log of each class's share of the weight.
Eigen::RowVectorXd log_shares(const std::vector<int>& classes, const Eigen::VectorXd& weights, int count) {
  Eigen::RowVectorXd share = Eigen::RowVectorXd::Zero(count);
  for (std::size_t i = 0; i < classes.size(); ++i) share[classes[i]] += weights[static_cast<Eigen::Index>(i)];
  return (share / weights.sum()).array().log();
}

/// Uncorrelated columns of unit variance that span a design's, from weighted rows.
Eigen::MatrixXd whitening(const Eigen::MatrixXd& design, const Eigen::VectorXd& weights, Eigen::RowVectorXd& mean) {
  mean = weights.transpose() * design / weights.sum();
  if (design.cols() == 0) return Eigen::MatrixXd(0, 0);
  const Eigen::MatrixXd centred = design.rowwise() - mean;
  const Eigen::MatrixXd gram = centred.transpose() * weights.asDiagonal() * centred / weights.sum();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  const Eigen::VectorXd& values = solver.eigenvalues();
  constexpr double kNone = 1e-9;
  Eigen::Index dropped = 0;
  while (dropped < values.size() && values[dropped] <= kNone * values[values.size() - 1]) ++dropped;
  const Eigen::Index kept = values.size() - dropped;
  return solver.eigenvectors().rightCols(kept) * values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

}  // namespace

FittedChances::FittedChances(const Eigen::MatrixXd& design, std::vector<int> classes, int count,
                             const Eigen::VectorXd& weights)
    : count_(count),
      least_(1 / (2 * static_cast<double>(classes.size()))),
      number_(numbering(classes, count)),
      mean_(Eigen::RowVectorXd::Zero(design.cols())) {
  for (int& one : classes) one = number_[static_cast<std::size_t>(one)];
  const int occurring = 1 + *std::max_element(number_.begin(), number_.end());
  log_shares_ = log_shares(classes, weights, occurring);
  white_ = whitening(design, weights, mean_);
  if (occurring < 2 || white_.cols() == 0) return;
  model_.emplace(static_cast<int>(white_.cols()), occurring);
  const Eigen::MatrixXd columns = (design.rowwise() - mean_) * white_;
  while (!model_->converged()) {
    model_->begin();
    model_->add(columns, classes, weights);
    model_->step();
  }
}

Eigen::MatrixXd FittedChances::chances(const Eigen::MatrixXd& design) const {
  const Eigen::MatrixXd logs = model_ ? model_->log_chances((design.rowwise() - mean_) * white_)
                                      : Eigen::MatrixXd(log_shares_.replicate(design.rows(), 1));
  Eigen::MatrixXd chances = Eigen::MatrixXd::Constant(design.rows(), count_, least_);
  for (int k = 0; k < count_; ++k) {
    const int at = number_[static_cast<std::size_t>(k)];
    if (at >= 0) chances.col(k) = logs.col(at).array().exp().max(least_);
  }
  chances.array().colwise() /= chances.rowwise().sum().array().eval();
  return chances;
}

}  // namespace explainee::information
