// explainee/person/condition.h: the Schur complement that is the whole of personalisation (mathematics §2).
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace explainee::person {

/// The regression of all moment columns z on u.
struct Conditioning {
  Eigen::MatrixXd
      selection;  ///< columns of u × r: v = selectionᵀu are r uncorrelated columns of unit variance that span u
  Eigen::MatrixXd basis;     ///< moment columns × r: the same v = basisᵀz
  Eigen::MatrixXd loadings;  ///< moment columns × r: covariance of z with v, so E[z|u] = mean + loadings·v
  Eigen::MatrixXd given;     ///< covariance of z given u

  /// r, the rank of u.
  [[nodiscard]] int rank() const { return static_cast<int>(basis.cols()); }
  /// Weights over the moment columns of the least-squares prediction of column `target` from u.
  [[nodiscard]] Eigen::VectorXd weights_for(int target) const { return basis * loadings.row(target).transpose(); }
};

/// Conditions the covariance of z on u = weightsᵀz. A column of u that the others determine is passed over. The
/// covariance is taken over, so that one matrix of that size does. `noise`: covariance of what is taken out of u first,
/// empty for nothing; u is then what lies beneath it (mathematics §7).
[[nodiscard]] Conditioning condition_on(Eigen::MatrixXd covariance, const Eigen::MatrixXd& weights,
                                        const Eigen::MatrixXd& noise = {});

/// All of it but `given`, from the covariance of z with u and of u alone.
[[nodiscard]] Conditioning load_on(const Eigen::MatrixXd& cross, const Eigen::MatrixXd& inner,
                                   const Eigen::MatrixXd& weights, const Eigen::MatrixXd& noise = {});

/// Positions of a largest independent subset by pivoted Cholesky: each one's variance given those before it exceeds
/// kDetermined times `own`.
[[nodiscard]] std::vector<int> independent_columns(const Eigen::MatrixXd& covariance, const Eigen::VectorXd& own);

}  // namespace explainee::person
