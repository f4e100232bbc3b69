// explainee/explain/supported/held_out_scores.h: how well rows that took no part are predicted with the best 0, 1, …
// facts of a fit.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <map>
#include <utility>

#include "explainee/explain/supported/seen_rows.h"

namespace explainee::explain {

/// Of some held-out rows, in their order.
struct Scores {
  Eigen::MatrixXd rests;      ///< rows × targets: what is left of them; of classes 1 or 0 less the chance
  Eigen::VectorXd log_chance; ///< of classes: of the class that it is
  Eigen::VectorXd right;      ///< of classes: 1 where the likeliest class is the one, else 0
};

/// Scores of one fit, each computed when it is first asked for. Not for several threads.
class HeldOutScores {
 public:
  HeldOutScores(const SeenRows& seen, const DealtRows& dealt) : seen_(&seen), dealt_(&dealt) {}

  /// Of these folds with the best set of so many facts, or of as many as the fit has.
  const Scores& of(const Folds& folds, std::size_t facts);

  /// The same with this set of the fit's facts.
  const Scores& of_set(const Folds& folds, const search::Set& set);

  [[nodiscard]] const SeenRows& seen() const { return *seen_; }

  /// How many facts the fit's largest set has.
  [[nodiscard]] std::size_t most_facts() const { return seen_->best.size() - 1; }

 private:
  [[nodiscard]] Scores numbers(const Folds& folds, const search::Set& set) const;
  [[nodiscard]] Scores classes(const Folds& folds, const search::Set& set) const;

  const SeenRows* seen_;
  const DealtRows* dealt_;
  std::map<std::pair<Folds, search::Set>, Scores> known_;
};

}  // namespace explainee::explain
