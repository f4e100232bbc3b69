// explainee/explain/supported/seen_rows.h: the rows as one reader sees them: what is known with its further terms, the
// candidates in their shapes, and the best sets of each size.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/explain/shapes/reading.h"
#include "explainee/search/problem/problem.h"

namespace explainee::explain {

/// A fact that may be told.
struct SeenFact {
  int candidate = 0;     ///< of the held rows
  bool product = false;  ///< with what is known, instead of the candidate by itself
  bool operator==(const SeenFact&) const = default;
};

/// Sizes and limits of the sets.
struct SetRules {
  int most_facts = 3;
  std::vector<std::int64_t> costs;  ///< per candidate of the held rows; empty: one each
  std::int64_t budget = search::kAnyCost;
  double most_steps = 1e8;  ///< of each search (search/problem/work.h), a tenth of a second's worth
};

/// All held rows, in the order of the folds, after one reading of some folds.
struct SeenRows {
  Folds fit;                              ///< the folds that were read
  Eigen::MatrixXd known;                  ///< rows × (1, columns of u, terms)
  Eigen::MatrixXd facts;                  ///< rows × columns of the facts
  std::vector<SeenFact> of;               ///< what each fact is
  std::vector<search::Candidate> places;  ///< the columns of each fact
  Eigen::MatrixXd targets;
  std::vector<search::Set> best;  ///< the best set of at most 0, 1, … facts on those folds
  std::vector<double> alone;      ///< of each fact: the share of what is open that it tells by itself

  /// The facts of a set, and the set of those of these facts that there are here.
  [[nodiscard]] std::vector<SeenFact> facts_of(const search::Set& set) const;
  [[nodiscard]] search::Set set_of(const std::vector<SeenFact>& wanted) const;
  /// The columns of a set, behind those that are known.
  [[nodiscard]] Eigen::MatrixXd design(const search::Set& set, Eigen::Index from, Eigen::Index count) const;
};

/// Makes the columns and finds the sets, proven best where little effort proves it.
[[nodiscard]] SeenRows see(const DealtRows& dealt, const TermLibrary& library, const Folds& fit, const Reading& reading,
                           const SetRules& rules, const base::Control& control);

/// The facts that go along most with what u and a set leave of the targets, strongest first.
[[nodiscard]] std::vector<int> strongest_beside(const SeenRows& seen, const search::Set& set, std::size_t most);

/// Coefficients of the least-squares regression of the targets on the design of a set, on the folds that were read.
[[nodiscard]] Eigen::MatrixXd fit_set(const SeenRows& seen, const DealtRows& dealt, const search::Set& set);

}  // namespace explainee::explain
