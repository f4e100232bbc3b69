// explainee/information/crossfit/cross_sweep.h: many regressions at once, each fitted without one fold and judged on
// it, from the second moments of the folds.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <vector>

namespace explainee::information {

/// Residuals of all variables after the regression on those that were taken, for every fold in turn: the coefficients
/// from the other folds, the products of residuals of the others (`fitted`) and of the fold itself (`held_out`).
class CrossSweep {
 public:
  /// `grams`: Σ w·z·zᵀ of each fold that takes part, at least two; z[0] is 1 and is taken at once.
  explicit CrossSweep(std::vector<Eigen::MatrixXd> grams);

  /// Regresses everything on this variable too. False, and nothing changes, where it follows from those taken in the
  /// rows of some fit.
  bool take(int variable);

  [[nodiscard]] std::size_t folds() const { return held_out_.size(); }
  /// Σ w·r_a·r_b of the fold, with coefficients fitted without it.
  [[nodiscard]] double held_out(std::size_t fold, int a, int b) const { return held_out_[fold](a, b); }
  /// The same of the rows that the coefficients were fitted on.
  [[nodiscard]] double fitted(std::size_t fold, int a, int b) const { return fitted_[fold](a, b); }
  /// By how much less Σ w·r² of `target` in the fold would be, were this variable taken too; 0 where it cannot be.
  [[nodiscard]] double gain(std::size_t fold, int variable, int target) const;
  /// By how much less it would be on the rows of the fit.
  [[nodiscard]] double fitted_gain(std::size_t fold, int variable, int target) const;
  /// These variables alone, as they are after what was taken.
  [[nodiscard]] CrossSweep restricted(const std::vector<int>& variables) const;
  /// Whether the rows of each fit leave something of this variable.
  [[nodiscard]] bool open(int variable) const;

 private:
  CrossSweep() = default;
  [[nodiscard]] bool open_in(std::size_t fold, int variable) const;

  std::vector<Eigen::MatrixXd> fitted_;
  std::vector<Eigen::MatrixXd> held_out_;
  std::vector<Eigen::VectorXd> own_;  // Σ w·z² less the mean's part, before anything else was taken
};

}  // namespace explainee::information
