// explainee/explain/supported/competition.h: sets of as many facts compete; rows that took no part decide
// (information §10).
#pragma once

#include <utility>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/supported/held_out_scores.h"
#include "explainee/explain/supported/learner_rows.h"
#include "explainee/explain/supported/proposed_set.h"

namespace explainee::explain {

/// A fit inside the one whose set is chosen, and the folds that it leaves out, as plain columns and in fitted shapes.
struct InnerFit {
  HeldOutScores* plain = nullptr;
  HeldOutScores* shaped = nullptr;
  Folds left_out;
};

/// Judges sets by a reader with simple facts and by the learner, each relative to what is known alone. A set replaces
/// the plain one only where it is better by more than a standard error.
class Judge {
 public:
  /// `learner`: none in fits where it has no say.
  Judge(const DealtRows& dealt, std::vector<InnerFit> inner, const LearnerRows* learner, std::uint64_t seed)
      : dealt_(dealt), inner_(std::move(inner)), learner_(learner), seed_(seed) {}

  /// The first proposal is the plain one.
  [[nodiscard]] base::Result<Competition> decide(std::vector<ProposedSet> proposals, const base::Control& control);

 private:
  /// Losses of every dealt row; 0 where it takes no part.
  [[nodiscard]] Eigen::VectorXd by_reader(const ProposedSet& set) const;
  [[nodiscard]] base::Result<Eigen::VectorXd> relative(const ProposedSet& set, const base::Control& control);

  const DealtRows& dealt_;
  std::vector<InnerFit> inner_;
  const LearnerRows* learner_;
  std::uint64_t seed_;
  double reader_alone_ = 0;
  double learner_alone_ = 0;
};

}  // namespace explainee::explain
