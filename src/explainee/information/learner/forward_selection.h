// explainee/information/learner/forward_selection.h: columns in the order in which the learner wants them.
#pragma once

#include <span>
#include <vector>

#include "explainee/information/learner/cross_prediction.h"

namespace explainee::information {

/// Which columns may be chosen, beside those that the task has already.
struct ForwardChoice {
  std::span<const int> candidates;
  int count = 1;  ///< how many are chosen at most
};

/// One step: the column that lowers the held-out loss most, and that loss.
struct ForwardStep {
  int column = 0;
  double loss = 0;
};

/// Adds one column after another to those of the task, each time the one with the least cross-validated loss; of equal
/// ones the first. Whether a step is worth it is the caller's to say: losses may rise. kInterrupted when stopped.
[[nodiscard]] base::Result<std::vector<ForwardStep>> forward_selected(const LearnerTask& task,
                                                                      const ForwardChoice& choice,
                                                                      const LearnerFolds& folds,
                                                                      const BoostOptions& options,
                                                                      const base::Control& control);

}  // namespace explainee::information
