// explainee/information/fine/doubt.h: how far rounding of the moments may have moved what sets of facts tell.
#pragma once

#include <Eigen/Dense>
#include <span>

#include "explainee/information/gaussian/person_problem.h"

namespace explainee::information {

/// Of one person on all rows.
class Doubt {
 public:
  /// `steady`: u was taken out of `u` in many digits (fine_conditioning). Borrows all but that.
  Doubt(const Situation& situation, const person::Conditioning& u, const moments::Fold& total, bool steady);

  /// Nats by which the value of these facts may be off: an entry of the moments is known to a few eps of its columns'
  /// deviations, and moves the value by the more, the larger the weights of the regressions are. ∞ where it cannot be
  /// told whether they settle the prediction. `extra_variance` as in PersonProblem.
  [[nodiscard]] double nats(std::span<const FactColumns> facts, double extra_variance) const;

 private:
  [[nodiscard]] Eigen::VectorXd reach_of(const Eigen::MatrixXd& alpha) const;

  const Situation& situation_;
  const person::Conditioning& u_;
  const moments::Fold& total_;
  Eigen::VectorXd deviations_;  ///< of the columns of u; 0 where u is steady: its rounding is no part of the doubt
};

}  // namespace explainee::information
