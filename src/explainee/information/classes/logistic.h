// explainee/information/classes/logistic.h: chances of classes as a function of numbers: multinomial logistic
// regression.
#pragma once

#include <Eigen/Dense>
#include <span>

namespace explainee::information {

/// Maximum likelihood by Newton's method with halved steps. Rows are handed over block by block, one pass after
/// another, until converged(): begin(), add() …, step(). Columns should be uncorrelated and of unit variance; a
/// constant is added here. Classes are 0 … K−1, each of which occurs.
class Logistic {
 public:
  Logistic(int columns, int classes);

  void begin();
  void add(const Eigen::Ref<const Eigen::MatrixXd>& columns, std::span<const int> classes,
           const Eigen::VectorXd& weights);
  void step();
  /// Begins with the slopes of another model of the same columns and classes that has converged, of a part of the rows;
  /// not where its classes are separated, and they are left again where they fit all rows worse than no slopes at all.
  void start_from(const Logistic& other);
  [[nodiscard]] bool converged() const { return converged_; }

  /// log p(class) of every row, rows × classes.
  [[nodiscard]] Eigen::MatrixXd log_chances(const Eigen::Ref<const Eigen::MatrixXd>& columns) const;

 private:
  [[nodiscard]] Eigen::MatrixXd log_chances_at(const Eigen::MatrixXd& design, const Eigen::MatrixXd& slopes) const;
  void aim();

  int classes_;
  Eigen::Index size_;          // columns and the constant
  Eigen::MatrixXd slopes_;     // size × (K−1): the last ones that were accepted
  Eigen::MatrixXd trial_;      // those of the running pass
  Eigen::VectorXd direction_;  // from slopes_
  double step_ = 1;
  double loss_;           // at slopes_
  bool guessed_ = false;  // the trial is another model's
  double trial_loss_ = 0;
  double weight_ = 0;
  Eigen::VectorXd gradient_;
  Eigen::MatrixXd hessian_;
  int passes_ = 0;
  bool converged_ = false;
};

}  // namespace explainee::information
