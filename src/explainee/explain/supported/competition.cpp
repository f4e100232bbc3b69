#include "explainee/explain/supported/competition.h"

#include <cmath>

namespace explainee::explain {
namespace {

using base::Result;

double weighted_mean(const Eigen::VectorXd& losses, const DealtRows& dealt, const std::vector<bool>& used) {
  double sum = 0;
  double weight = 0;
  for (Eigen::Index i = 0; i < losses.size(); ++i) {
    if (!used[static_cast<std::size_t>(i)]) continue;
    sum += dealt.folds.weights[i] * losses[i];
    weight += dealt.folds.weights[i];
  }
  return weight > 0 ? sum / weight : 0;
}

struct Difference {
  double mean = 0;
  double error = 0;
};

/// Over groups of rows.
Difference difference(const Eigen::VectorXd& one, const Eigen::VectorXd& other, const DealtRows& dealt) {
  const HeldRows& held = *dealt.held;
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(held.group_count);
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(held.group_count);
  for (Eigen::Index i = 0; i < one.size(); ++i) {
    const int group = held.groups[static_cast<std::size_t>(dealt.order[static_cast<std::size_t>(i)])];
    sums[group] += dealt.folds.weights[i] * (one[i] - other[i]);
    weights[group] += dealt.folds.weights[i];
  }
  Difference result{sums.sum() / weights.sum(), 0};
  result.error = (sums - result.mean * weights).norm() / weights.sum();
  return result;
}

}  // namespace

Eigen::VectorXd Judge::by_reader(const ProposedSet& set) const {
  Eigen::VectorXd losses = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(dealt_.order.size()));
  for (const InnerFit& fit : inner_) {
    HeldOutScores& scores = set.shaped ? *fit.shaped : *fit.plain;
    const Scores& own = scores.of_set(fit.left_out, scores.seen().set_of(set.facts));
    Eigen::Index at = 0;
    for (const std::size_t fold : fit.left_out) {
      for (Eigen::Index i = dealt_.folds.begin(fold); i < dealt_.folds.ends[fold]; ++i, ++at)
        losses[i] = own.log_chance.size() > 0 ? -own.log_chance[at] : own.rests.row(at).squaredNorm();
    }
  }
  return losses;
}

Result<Eigen::VectorXd> Judge::relative(const ProposedSet& set, const base::Control& control) {
  std::vector<bool> everyone(dealt_.order.size(), true);
  Eigen::VectorXd losses = by_reader(set);
  if (set.facts.empty()) reader_alone_ = weighted_mean(losses, dealt_, everyone);
  if (reader_alone_ > 0) losses /= reader_alone_;
  if (learner_ == nullptr) return losses;
  std::vector<int> candidates;
  for (const SeenFact& fact : set.facts) candidates.push_back(fact.candidate);
  EXPLAINEE_ASSIGN(Eigen::VectorXd learned, learner_->losses(candidates, seed_, control));
  for (std::size_t i = 0; i < everyone.size(); ++i) everyone[i] = learner_->takes_part(static_cast<Eigen::Index>(i));
  if (set.facts.empty()) learner_alone_ = weighted_mean(learned, dealt_, everyone);
  // Rows that the learner leaves out count by the reader alone.
  for (Eigen::Index i = 0; i < losses.size(); ++i) {
    if (everyone[static_cast<std::size_t>(i)] && learner_alone_ > 0)
      losses[i] = 0.5 * (losses[i] + learned[i] / learner_alone_);
  }
  return losses;
}

Result<Competition> Judge::decide(std::vector<ProposedSet> proposals, const base::Control& control) {
  EXPLAINEE_TRY(relative({}, control));
  std::vector<Eigen::VectorXd> losses;
  std::size_t best = 0;
  Competition result;
  const std::vector<bool> everyone(dealt_.order.size(), true);
  for (std::size_t k = 0; k < proposals.size(); ++k) {
    EXPLAINEE_ASSIGN(Eigen::VectorXd own, relative(proposals[k], control));
    proposals[k].loss = weighted_mean(own, dealt_, everyone);
    losses.push_back(std::move(own));
    if (k == 0 || proposals[k].loss >= proposals[best].loss) continue;
    const Difference gain = difference(losses[0], losses[k], dealt_);
    if (!(gain.mean > gain.error)) continue;
    best = k;
    result.margin = gain.mean;
    result.error = gain.error;
  }
  result.winner = proposals[best];
  for (std::size_t k = 0; k < proposals.size(); ++k) {
    if (k != best) result.others.push_back(proposals[k]);
  }
  return result;
}

}  // namespace explainee::explain
