#include "explainee/information/crossfit/cross_sweep.h"

#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::information {
namespace {

/// M ← residuals of all variables on variable t, whose coefficients are a: M − a·mᵀ − m·aᵀ + a·aᵀ·m_t.
void residualise(Eigen::MatrixXd& products, const Eigen::VectorXd& coefficients, int variable) {
  const Eigen::VectorXd with = products.col(variable);
  const double square = with[variable];
  const Eigen::VectorXd half = with - 0.5 * square * coefficients;
  products.noalias() -= coefficients * half.transpose();
  products.noalias() -= half * coefficients.transpose();
}

}  // namespace

CrossSweep::CrossSweep(std::vector<Eigen::MatrixXd> grams) : held_out_(std::move(grams)) {
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(held_out_.front().rows(), held_out_.front().cols());
  for (const Eigen::MatrixXd& gram : held_out_) total += gram;
  for (const Eigen::MatrixXd& gram : held_out_) {
    fitted_.emplace_back(total - gram);
    own_.emplace_back(fitted_.back().diagonal());
  }
  take(0);
  for (std::size_t fold = 0; fold < folds(); ++fold) own_[fold] = fitted_[fold].diagonal();
}

bool CrossSweep::open_in(std::size_t fold, int variable) const {
  return fitted_[fold](variable, variable) > base::kNoWeightOfItsOwn * own_[fold][variable];
}

bool CrossSweep::open(int variable) const {
  for (std::size_t fold = 0; fold < folds(); ++fold) {
    if (!open_in(fold, variable)) return false;
  }
  return true;
}

bool CrossSweep::take(int variable) {
  if (!open(variable)) return false;
  for (std::size_t fold = 0; fold < folds(); ++fold) {
    const Eigen::VectorXd coefficients = fitted_[fold].col(variable) / fitted_[fold](variable, variable);
    residualise(held_out_[fold], coefficients, variable);
    residualise(fitted_[fold], coefficients, variable);
  }
  return true;
}

CrossSweep CrossSweep::restricted(const std::vector<int>& variables) const {
  CrossSweep few;
  for (std::size_t fold = 0; fold < folds(); ++fold) {
    few.fitted_.emplace_back(fitted_[fold](variables, variables));
    few.held_out_.emplace_back(held_out_[fold](variables, variables));
    few.own_.emplace_back(own_[fold](variables));
  }
  return few;
}

double CrossSweep::gain(std::size_t fold, int variable, int target) const {
  if (!open_in(fold, variable)) return 0;
  const double slope = fitted_[fold](variable, target) / fitted_[fold](variable, variable);
  return slope * (2 * held_out_[fold](variable, target) - slope * held_out_[fold](variable, variable));
}

double CrossSweep::fitted_gain(std::size_t fold, int variable, int target) const {
  if (!open_in(fold, variable)) return 0;
  const double product = fitted_[fold](variable, target);
  return product * product / fitted_[fold](variable, variable);
}

}  // namespace explainee::information
