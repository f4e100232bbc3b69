// explainee/information/situation.h: what stands before any fact is told: the rows as moments, the person, the
// predictions.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <vector>

#include "explainee/base/cost.h"
#include "explainee/information/draws.h"
#include "explainee/moments/moments.h"

namespace explainee::information {

/// A fact as the moment columns it consists of.
struct FactColumns {
  std::vector<int> columns;             ///< moment columns
  double noise_variance = 0;            ///< of the noise with which a fact of one column is shown
  std::int64_t cost = base::kCostUnit;  ///< what it costs its reader
  int fitted = 0;  ///< degrees of freedom of its shape that were fitted to the predictions, beyond its columns
};

/// What does not change between sets of facts, nor between folds.
struct Situation {
  std::span<const moments::Fold> folds;  ///< kept by the caller
  Eigen::MatrixXd summary_weights;       ///< moment columns × columns of u; no columns for nobody
  /// Columns of u × columns of u: covariance of the noise that is taken out of u; empty: u counts as it is. Negative on
  /// the diagonal: u varies by so much more than its weights of the moment columns do, by itself.
  Eigen::MatrixXd summary_noise;
  bool noise_free = false;         ///< u is what lies beneath the noise of her answers
  std::vector<int> predictions;    ///< moment columns, all predictions
  std::vector<int> independent;    ///< moment columns: predictions that are not determined by u and the others
  double resolution_variance = 0;  ///< Δ²/12, added to every prediction's variance
  Draws draws;                     ///< of the prediction, where there are several
};

}  // namespace explainee::information
