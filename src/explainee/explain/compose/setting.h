// explainee/explain/compose/setting.h: the search problem of one person, on all rows or on some folds of them.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/cost.h"
#include "explainee/explain/proposals/shown_fact.h"
#include "explainee/family/description.h"
#include "explainee/information/gaussian/person_problem.h"
#include "explainee/moments/moments.h"
#include "explainee/person/condition.h"
#include "explainee/person/summary.h"
#include "explainee/search/problem/problem.h"

namespace explainee::explain {

/// A candidate and the moment columns it consists of.
struct Candidate {
  family::Description description;
  std::vector<int> columns;
  bool hers = false;                    ///< made of nothing but what she has or reasons from
  ShownWith shown_with = {};            ///< of a fact that is one number
  std::int64_t cost = base::kCostUnit;  ///< what it costs its reader
};

/// What does not change between folds. Candidates that are already known to her are not in `candidates`.
struct Setting : information::Situation {
  std::vector<Candidate> candidates;
  std::int64_t budget = search::kAnyCost;  ///< what the chosen facts may cost together
};

using information::columns_in_use;
using information::covariance_given;
using information::open_predictions;
using information::PersonProblem;

/// The candidates as a measure sees them.
[[nodiscard]] std::vector<information::FactColumns> columns_of(const std::vector<Candidate>& candidates);

/// Directions of the prediction that are open to her, or one: with too few rows any prediction looks determined.
[[nodiscard]] int open_directions(const Setting& setting);

/// The effective rows that so many columns of facts take, with what she knows and the predictions (mathematics §5).
[[nodiscard]] double rows_needed(const Setting& setting, const PersonProblem& problem, int columns, double spare = 1);

/// The search problem of its candidates on these rows (a sum of folds).
[[nodiscard]] PersonProblem make_problem(const Setting& setting, const moments::Fold& rows);
/// The same; none when stopped. `given`: u on these rows, where it is at hand.
[[nodiscard]] std::optional<PersonProblem> make_problem(const Setting& setting, const moments::Fold& rows,
                                                        const base::Control& control,
                                                        const person::Conditioning* given = nullptr);

/// The same setting for nobody in particular: no u.
[[nodiscard]] Setting without_summary(const Setting& setting);

/// The same setting restricted to these candidates.
[[nodiscard]] Setting with_candidates(const Setting& setting, std::vector<Candidate> candidates);

}  // namespace explainee::explain
