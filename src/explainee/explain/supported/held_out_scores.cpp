#include "explainee/explain/supported/held_out_scores.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/information/classes/logistic.h"

namespace explainee::explain {
namespace {

std::vector<Eigen::Index> rows_of(const DealtRows& dealt, const Folds& folds) {
  std::vector<Eigen::Index> rows;
  for (const std::size_t fold : folds) {
    for (Eigen::Index i = dealt.folds.begin(fold); i < dealt.folds.ends[fold]; ++i) rows.push_back(i);
  }
  return rows;
}

/// Classes that occur in the rows of a fit, numbered without gaps; −1 for the others.
std::vector<int> numbering(const std::vector<int>& classes, int count) {
  std::vector<int> number(static_cast<std::size_t>(count), -1);
  for (const int one : classes) number[static_cast<std::size_t>(one)] = 0;
  int next = 0;
  for (int& one : number) {
    if (one == 0) one = next++;
  }
  return number;
}

/// Log of each class's share of the weight.
Eigen::RowVectorXd log_shares(const std::vector<int>& classes, const Eigen::VectorXd& weights, int count) {
  Eigen::RowVectorXd share = Eigen::RowVectorXd::Zero(count);
  for (std::size_t i = 0; i < classes.size(); ++i) share[classes[i]] += weights[static_cast<Eigen::Index>(i)];
  return (share / weights.sum()).array().log();
}

/// Uncorrelated columns of unit variance that span a design's, from weighted rows.
Eigen::MatrixXd whitening(const Eigen::MatrixXd& design, const Eigen::VectorXd& weights, Eigen::RowVectorXd& mean) {
  mean = weights.transpose() * design / weights.sum();
  if (design.cols() == 0) return Eigen::MatrixXd(0, 0);
  const Eigen::MatrixXd centred = design.rowwise() - mean;
  const Eigen::MatrixXd gram = centred.transpose() * weights.asDiagonal() * centred / weights.sum();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  const Eigen::VectorXd& values = solver.eigenvalues();
  constexpr double kNone = 1e-9;
  Eigen::Index dropped = 0;
  while (dropped < values.size() && values[dropped] <= kNone * values[values.size() - 1]) ++dropped;
  const Eigen::Index kept = values.size() - dropped;
  return solver.eigenvectors().rightCols(kept) * values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

}  // namespace

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
  const std::vector<int> number = numbering(own, held.class_count);
  for (int& one : own) one = number[static_cast<std::size_t>(one)];
  const int count = 1 + *std::max_element(number.begin(), number.end());
  const Eigen::MatrixXd all = seen_->design(set, 0, seen_->known.rows());
  const Eigen::MatrixXd design = all(fit, Eigen::seq(1, Eigen::last));  // without the constant
  const Eigen::VectorXd weights = dealt_->folds.weights(fit);
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(design.cols());
  const Eigen::MatrixXd white = design.cols() > 0 ? whitening(design, weights, mean) : Eigen::MatrixXd(0, 0);
  const bool modelled = count > 1 && white.cols() > 0;  // else nothing is known of a row
  information::Logistic model(static_cast<int>(white.cols()), count);
  const Eigen::MatrixXd columns = (design.rowwise() - mean) * white;
  while (modelled && !model.converged()) {
    model.begin();
    model.add(columns, own, weights);
    model.step();
  }
  const Eigen::MatrixXd held_out = (all(rows, Eigen::seq(1, Eigen::last)).rowwise() - mean) * white;
  const double least = 1 / (2 * static_cast<double>(fit.size()));
  Eigen::MatrixXd chances = Eigen::MatrixXd::Constant(held_out.rows(), held.class_count, least);
  const Eigen::MatrixXd logs = modelled ? model.log_chances(held_out)
                                        : Eigen::MatrixXd(log_shares(own, weights, count).replicate(rows.size(), 1));
  for (int k = 0; k < held.class_count; ++k) {
    const int at = number[static_cast<std::size_t>(k)];
    if (at >= 0) chances.col(k) = logs.col(at).array().exp().max(least);
  }
  chances.array().colwise() /= chances.rowwise().sum().array().eval();
  Scores scores;
  scores.log_chance.resize(held_out.rows());
  scores.right.resize(held_out.rows());
  scores.rests = -chances;
  for (Eigen::Index i = 0; i < held_out.rows(); ++i) {
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
