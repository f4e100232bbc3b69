#include "explainee/explain/supported/held_out_scores.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "explainee/information/classes/fitted_chances.h"

namespace explainee::explain {

const Scores& HeldOutScores::of(const Folds& folds, std::size_t facts) {
  return of_set(folds, seen_->best[std::min(facts, most_facts())]);
}

const Scores& HeldOutScores::of_set(const Folds& folds, const search::Set& set) {
  const auto key = std::pair(folds, set);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  const bool labels = dealt_->held->class_count > 0;
  return known_.emplace(key, labels ? classes(folds, set) : numbers(folds, set)).first->second;
}

Scores HeldOutScores::numbers(const Folds& folds, const search::Set& set) const {
  const std::vector<Eigen::Index> rows = rows_of(*dealt_, folds);
  const Eigen::MatrixXd slopes = fit_set(*seen_, *dealt_, set);
  const Eigen::MatrixXd design = seen_->design(set, 0, seen_->known.rows())(rows, Eigen::all);
  Scores scores;
  scores.rests = seen_->targets(rows, Eigen::all) - design * slopes;
  return scores;
}

Scores HeldOutScores::classes(const Folds& folds, const search::Set& set) const {
  const HeldRows& held = *dealt_->held;
  const std::vector<Eigen::Index> rows = rows_of(*dealt_, folds);
  const std::vector<Eigen::Index> fit = rows_of(*dealt_, seen_->fit);
  const auto class_of = [&](Eigen::Index i) {
    return held.class_of[static_cast<std::size_t>(dealt_->order[static_cast<std::size_t>(i)])];
  };
  std::vector<int> own;
  for (const Eigen::Index i : fit) own.push_back(class_of(i));
  const Eigen::MatrixXd all = seen_->design(set, 0, seen_->known.rows());
  const auto without_constant = Eigen::seq(1, Eigen::last);
  const information::FittedChances model(all(fit, without_constant), std::move(own), held.class_count,
                                         dealt_->folds.weights(fit));
  const Eigen::MatrixXd chances = model.chances(all(rows, without_constant));
  Scores scores;
  scores.log_chance.resize(chances.rows());
  scores.right.resize(chances.rows());
  scores.rests = -chances;
  for (Eigen::Index i = 0; i < chances.rows(); ++i) {
    const int one = class_of(rows[static_cast<std::size_t>(i)]);
    Eigen::Index likeliest = 0;
    chances.row(i).maxCoeff(&likeliest);
    scores.log_chance[i] = std::log(chances(i, one));
    scores.right[i] = likeliest == one ? 1 : 0;
    scores.rests(i, one) += 1;
  }
  return scores;
}

}  // namespace explainee::explain
