// explainee/explain/supported/fold_fits.h: the best sets of each size chosen and fitted on some folds of the moments,
// and what they leave open on others.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/explain/compose/setting.h"
#include "explainee/information/crossfit/fold_grams.h"

namespace explainee::explain {

using information::Folds;

/// What was chosen and fitted on some folds.
struct FoldFit {
  Eigen::VectorXd mean;                ///< of the moment columns, on these folds
  std::vector<Eigen::MatrixXd> rests;  ///< of at most 0, 1, … facts: moment columns × open predictions, so that
                                       ///< restsᵀ(z − mean) is what is left open of them
  std::vector<Eigen::MatrixXd> blur;   ///< covariance of what is left for facts that are shown with noise

  [[nodiscard]] std::size_t most_facts() const { return rests.size() - 1; }
};

/// Chooses and fits; sets are proven best where little effort proves it, and found step by step where candidates are
/// very many. `facts`: at most so many.
[[nodiscard]] FoldFit fit_on_folds(const Setting& setting, const Folds& folds, int facts, const base::Control& control);

/// Σ w·r·rᵀ over these folds of what so many facts leave open, and Σ w.
struct RestSums {
  Eigen::MatrixXd sum;
  double weight = 0;

  void add(const RestSums& other);
  [[nodiscard]] Eigen::MatrixXd mean_square() const { return sum / weight; }
};
[[nodiscard]] RestSums rests_in(const Setting& setting, const FoldFit& fit, const Folds& folds, std::size_t facts);

}  // namespace explainee::explain
