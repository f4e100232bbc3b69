// explainee/information/learner/boosted_model.h: the learner fitted to some rows, to predict others.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "explainee/information/learner/boost_ensemble.h"
#include "explainee/information/learner/learner_folds.h"

namespace explainee::information {

/// Plans of members that learn from `rows` but for one part each, which they watch for `goal`.
[[nodiscard]] std::vector<MemberPlan> parted_plans(std::span<const int> rows, std::span<const int> part, int parts,
                                                   int goal);

/// What was learned. It predicts rows of the table that it was learned from.
class BoostedModel {
 public:
  explicit BoostedModel(std::unique_ptr<const BoostEnsemble> ensemble) : ensemble_(std::move(ensemble)) {}

  /// The predictions of `rows`, one after another: a number, or the chance of every class.
  [[nodiscard]] std::vector<double> predicted(std::span<const int> rows) const;
  /// How many rounds of trees it takes.
  [[nodiscard]] int rounds() const { return ensemble_->rounds(0); }

 private:
  std::unique_ptr<const BoostEnsemble> ensemble_;
};

/// Learns from `rows`; those of one block (a number by row of the table; none: every row by itself) together say when
/// to stop. kInterrupted when stopped.
[[nodiscard]] base::Result<BoostedModel> fit_boosted(const LearnerTask& task, std::span<const int> rows,
                                                     std::span<const int> blocks, const BoostOptions& options,
                                                     const base::Control& control);

}  // namespace explainee::information
