#include "explainee/explain/supported/seen_rows.h"

#include <algorithm>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/explain/supported/best_sets.h"
#include "explainee/information/gaussian/gaussian_bias.h"
#include "explainee/search/problem/budget.h"

namespace explainee::explain {
namespace {

void make_facts(const DealtRows& dealt, const Reading& reading, const SetRules& rules, SeenRows& seen) {
  const HeldRows& held = *dealt.held;
  const auto cost = [&](std::size_t candidate) { return rules.costs.empty() ? 1 : rules.costs[candidate]; };
  Eigen::Index width = 0;
  for (const HeldCandidate& candidate : held.candidates) width += static_cast<Eigen::Index>(candidate.columns.size());
  for (const CandidateShape& shape : reading.shapes) width += shape.product ? 1 : 0;
  seen.facts.resize(held.rows(), width);
  Eigen::Index at = 0;
  const auto add = [&](const SeenFact& fact, const Eigen::MatrixXd& columns) {
    seen.facts.middleCols(at, columns.cols()) = columns(dealt.order, Eigen::all);
    seen.of.push_back(fact);
    seen.places.push_back(
        {static_cast<int>(at), static_cast<int>(columns.cols()), cost(static_cast<std::size_t>(fact.candidate))});
    at += columns.cols();
  };
  for (std::size_t k = 0; k < held.candidates.size(); ++k) {
    const HeldCandidate& candidate = held.candidates[k];
    const Shape& shape = reading.shapes[k].shape;
    if (shape.kind == Shape::Kind::kAsIs) {
      add({static_cast<int>(k), false}, held.values(Eigen::all, candidate.columns));
    } else {
      add({static_cast<int>(k), false}, values_of(term_of(candidate.columns.front(), shape), held.values));
    }
  }
  for (std::size_t k = 0; k < held.candidates.size(); ++k) {
    const auto& product = reading.shapes[k].product;
    if (product)
      add({static_cast<int>(k), true}, values_of(term_of(held.candidates[k].columns.front(), *product), held.values));
  }
}

/// Second moments over the folds that were read.
Eigen::MatrixXd product(const SeenRows& seen, const DealtRows& dealt, const Eigen::MatrixXd& left,
                        const Eigen::MatrixXd& right) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(left.cols(), right.cols());
  for (const std::size_t fold : seen.fit) {
    const Eigen::Index from = dealt.folds.begin(fold);
    const Eigen::Index count = dealt.folds.size(fold);
    const auto weights = dealt.folds.weights.segment(from, count);
    sum.noalias() += (left.middleRows(from, count).array().colwise() * weights.array()).matrix().transpose() *
                     right.middleRows(from, count);
  }
  return sum;
}

/// The search problem on those folds; without predictions where nothing of them is open.
search::Problem problem_of(const SeenRows& seen, const DealtRows& dealt) {
  double weight = 0;
  for (const std::size_t fold : seen.fit) weight += dealt.folds.weight(fold);
  const Eigen::MatrixXd inner = product(seen, dealt, seen.known, seen.known) / weight;
  const Eigen::MatrixXd known_facts = product(seen, dealt, seen.known, seen.facts) / weight;
  const Eigen::MatrixXd known_targets = product(seen, dealt, seen.known, seen.targets) / weight;
  const auto solver = inner.completeOrthogonalDecomposition();
  const Eigen::MatrixXd slopes = solver.solve(known_facts);
  search::Problem problem;
  const Eigen::MatrixXd gram = product(seen, dealt, seen.facts, seen.facts) / weight;
  problem.column_scale = gram.diagonal() - known_facts.row(0).cwiseAbs2().transpose();
  problem.gram = gram - known_facts.transpose() * slopes;
  problem.gram = 0.5 * (problem.gram + problem.gram.transpose()).eval();
  problem.cross = product(seen, dealt, seen.facts, seen.targets) / weight - slopes.transpose() * known_targets;
  const Eigen::MatrixXd total = product(seen, dealt, seen.targets, seen.targets) / weight;
  problem.target = total - known_targets.transpose() * solver.solve(known_targets);
  problem.target = 0.5 * (problem.target + problem.target.transpose()).eval();
  problem.target_scale = total.diagonal() - known_targets.row(0).cwiseAbs2().transpose();
  for (Eigen::Index j = 0; j < problem.gram.rows(); ++j) {
    // What follows from the known in these rows is no fact there.
    if (problem.gram(j, j) > base::kNoWeightOfItsOwn * problem.column_scale[j]) continue;
    problem.gram.row(j).setZero();
    problem.gram.col(j).setZero();
    problem.cross.row(j).setZero();
  }
  problem.candidates = seen.places;
  const bool blocks = std::any_of(seen.places.begin(), seen.places.end(), [](const auto& c) { return c.count > 1; });
  const double degrees = weight - 1 - static_cast<double>(solver.rank());
  if (blocks)
    problem.bias_nats = information::finite_biases_nats(degrees, problem.columns(), std::max(1, problem.predictions()));
  return problem;
}

/// Of each fact: the largest share of a prediction's open variance that one of its columns tells.
std::vector<double> shares_alone(const search::Problem& problem) {
  std::vector<double> shares;
  for (const search::Candidate& place : problem.candidates) {
    double most = 0;
    for (int j = place.first; j < place.first + place.count; ++j) {
      if (!(problem.gram(j, j) > 0)) continue;
      most = std::max(most, (problem.cross.row(j).transpose().array().square() / problem.target.diagonal().array() /
                             problem.gram(j, j))
                                .maxCoeff());
    }
    shares.push_back(most);
  }
  return shares;
}

bool nothing_open(const search::Problem& problem) {
  for (Eigen::Index t = 0; t < problem.target.rows(); ++t) {
    if (!(problem.target(t, t) > base::kNoWeightOfItsOwn * problem.target_scale[t])) return true;
  }
  return problem.target.rows() == 0 || problem.target.llt().info() != Eigen::Success;
}

}  // namespace

std::vector<SeenFact> SeenRows::facts_of(const search::Set& set) const {
  std::vector<SeenFact> result;
  for (const int fact : set) result.push_back(of[static_cast<std::size_t>(fact)]);
  return result;
}

search::Set SeenRows::set_of(const std::vector<SeenFact>& wanted) const {
  search::Set set;
  for (std::size_t k = 0; k < of.size(); ++k) {
    if (std::find(wanted.begin(), wanted.end(), of[k]) != wanted.end()) set.push_back(static_cast<int>(k));
  }
  return set;
}

Eigen::MatrixXd SeenRows::design(const search::Set& set, Eigen::Index from, Eigen::Index count) const {
  Eigen::Index width = known.cols();
  for (const int fact : set) width += places[static_cast<std::size_t>(fact)].count;
  Eigen::MatrixXd columns(count, width);
  columns.leftCols(known.cols()) = known.middleRows(from, count);
  Eigen::Index at = known.cols();
  for (const int fact : set) {
    const search::Candidate& place = places[static_cast<std::size_t>(fact)];
    columns.middleCols(at, place.count) = facts.block(from, place.first, count, place.count);
    at += place.count;
  }
  return columns;
}

SeenRows see(const DealtRows& dealt, const TermLibrary& library, const Folds& fit, const Reading& reading,
             const SetRules& rules, const base::Control& control) {
  const HeldRows& held = *dealt.held;
  SeenRows seen;
  seen.fit = fit;
  seen.known.resize(held.rows(), 1 + held.given.cols() + static_cast<Eigen::Index>(reading.terms.size()));
  seen.known << Eigen::VectorXd::Ones(held.rows()), held.given, library.columns(Eigen::all, reading.terms);
  seen.known = seen.known(dealt.order, Eigen::all).eval();
  seen.targets = held.targets(dealt.order, Eigen::all);
  make_facts(dealt, reading, rules, seen);
  seen.best.emplace_back();
  const search::Problem problem = problem_of(seen, dealt);
  if (nothing_open(problem)) return seen;
  seen.alone = shares_alone(problem);
  search::SearchOptions options;
  options.budget = rules.budget;
  options.control = control;
  options.most_steps = rules.most_steps;
  seen.best = best_of_each_size(problem, rules.most_facts, std::move(options));
  return seen;
}

Eigen::MatrixXd fit_set(const SeenRows& seen, const DealtRows& dealt, const search::Set& set) {
  Eigen::MatrixXd inner;
  Eigen::MatrixXd across;
  for (const std::size_t fold : seen.fit) {
    const Eigen::Index from = dealt.folds.begin(fold);
    const Eigen::Index count = dealt.folds.size(fold);
    const Eigen::MatrixXd design = seen.design(set, from, count);
    const Eigen::MatrixXd weighted = design.array().colwise() * dealt.folds.weights.segment(from, count).array();
    if (inner.size() == 0) {
      inner = Eigen::MatrixXd::Zero(design.cols(), design.cols());
      across = Eigen::MatrixXd::Zero(design.cols(), seen.targets.cols());
    }
    inner.noalias() += weighted.transpose() * design;
    across.noalias() += weighted.transpose() * seen.targets.middleRows(from, count);
  }
  return inner.completeOrthogonalDecomposition().solve(across);
}

std::vector<int> strongest_beside(const SeenRows& seen, const search::Set& set, std::size_t most) {
  const Eigen::MatrixXd design = seen.design(set, 0, seen.known.rows());
  const auto solver = (design.transpose() * design).completeOrthogonalDecomposition();
  const auto left = [&](const Eigen::MatrixXd& columns) -> Eigen::MatrixXd {
    return columns - design * solver.solve(design.transpose() * columns);
  };
  const Eigen::MatrixXd targets = left(seen.targets);
  const Eigen::MatrixXd facts = left(seen.facts);
  const Eigen::RowVectorXd own = facts.colwise().squaredNorm();
  const Eigen::RowVectorXd before = seen.facts.colwise().squaredNorm();
  const Eigen::VectorXd along = (facts.transpose() * targets).rowwise().squaredNorm();
  std::vector<std::pair<double, int>> ranked;
  for (std::size_t fact = 0; fact < seen.places.size(); ++fact) {
    if (std::find(set.begin(), set.end(), static_cast<int>(fact)) != set.end()) continue;
    double strength = 0;
    for (int j = seen.places[fact].first; j < seen.places[fact].first + seen.places[fact].count; ++j)
      if (own[j] > base::kNoWeightOfItsOwn * before[j]) strength = std::max(strength, along[j] / own[j]);
    ranked.emplace_back(-strength, static_cast<int>(fact));
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<int> strongest;
  for (std::size_t k = 0; k < std::min(most, ranked.size()); ++k) strongest.push_back(ranked[k].second);
  return strongest;
}

}  // namespace explainee::explain
