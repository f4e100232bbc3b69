// explainee/search/lasso/lasso_path.h: walks the Lasso path from large mu to 0, one linear piece at a time (search §8).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/search/algebra/growing_cholesky.h"

namespace explainee::search {

/// The path of ½θᵀGθ − bᵀθ + mu‖θ‖₁ as a sequence of pieces on which θ is linear in mu.
class LassoPath {
 public:
  /// `allowed[j]` 0 keeps column j out. G may be singular. G and b are borrowed.
  LassoPath(const Eigen::MatrixXd& gram, const Eigen::VectorXd& cross, std::vector<char> allowed);

  /// Moves to the next piece of positive length; false when mu = 0 was reached.
  bool advance();

  /// Upper end of the current piece; before the first advance() the smallest mu without a coefficient.
  [[nodiscard]] double high() const { return high_; }
  /// Lower end of the current piece.
  [[nodiscard]] double low() const { return low_; }
  /// Coefficients at mu, low() ≤ mu ≤ high().
  [[nodiscard]] Eigen::VectorXd coefficients(double mu) const { return theta_ + (high_ - mu) * direction_; }
  /// Columns with a coefficient other than 0 inside the piece, increasing.
  [[nodiscard]] std::vector<int> support() const;

 private:
  /// A column that reaches the bound |correlation| = mu (sign ±1) or whose coefficient reaches 0 (sign 0).
  struct Event {
    double step;
    int column;
    double sign;
  };

  void apply_events();
  void find_direction();
  bool join(int column);
  void find_step();
  [[nodiscard]] std::vector<Event> events(const Eigen::VectorXd& slope) const;
  [[nodiscard]] bool constrained(int column) const { return theta_[column] == 0; }

  const Eigen::MatrixXd* gram_;
  const Eigen::VectorXd* cross_;
  std::vector<char> allowed_;
  GrowingCholesky factor_;
  std::vector<char> active_;    ///< in the factor
  std::vector<char> at_bound_;  ///< not active, yet |correlation| = mu: tied, free to join
  Eigen::VectorXd theta_;       ///< coefficients at high()
  Eigen::VectorXd direction_;   ///< dθ/d(−mu)
  Eigen::VectorXd sign_;        ///< of the correlation, for active and tied columns
  double high_ = 0;
  double low_ = 0;
  double largest_ = 0;  ///< high() at the start, the scale of every tolerance on mu
  std::vector<Event> next_;
};

}  // namespace explainee::search
