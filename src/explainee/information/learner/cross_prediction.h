// explainee/information/learner/cross_prediction.h: the learner's predictions of rows that it did not learn from, and
// what they miss.
#pragma once

#include <span>
#include <vector>

#include "explainee/information/learner/boosted_model.h"

namespace explainee::information {

/// Predictions of held-out rows, row after row (predictions_of() each; 0 in rows without a fold), and rounds by fold.
struct CrossPrediction {
  std::vector<double> predictions;
  std::vector<int> rounds;
};

/// Predicts every fold by what is learned from the others. How long to learn is decided inside the others too; of four
/// to six folds they serve for that themselves (blocks in one fold stay together), else the others are dealt anew by
/// `folds.blocks`. kInterrupted when stopped.
[[nodiscard]] base::Result<CrossPrediction> cross_predicted(const LearnerTask& task, const LearnerFolds& folds,
                                                            const BoostOptions& options, const base::Control& control);

/// What predictions of held-out rows miss; means are by weight, over rows with a fold.
struct HeldOutLoss {
  std::vector<double> of_row;  ///< squared error, or −log of the chance of the class in nats; 0 without a fold
  double mean = 0;
  double alone = 0;  ///< the same of one prediction for all: their mean, or the shares of the classes
  double wrong = 0;  ///< share of rows whose class is not the likeliest one; 0 for numbers

  /// The share of `alone` that is gone: R² for numbers; 0 where there was nothing to explain.
  [[nodiscard]] double explained() const { return alone > 0 ? 1 - mean / alone : 0; }
};

/// The loss of such predictions; chances are taken for at least 1/(2·rows).
[[nodiscard]] HeldOutLoss held_out_loss(const LearnerTarget& target, const LearnerFolds& folds,
                                        std::span<const double> predictions);

/// By how many bits a row `after` predicts better than `before`: ½·log₂ of the ratio of squared errors, or the
/// difference of log-losses. Infinite where nothing is left.
[[nodiscard]] double bits_gained(const LearnerTarget& target, const HeldOutLoss& before, const HeldOutLoss& after);

}  // namespace explainee::information
