// explainee/explain/setting.h: the search problem of one person, on all rows or on some folds of them.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/cost.h"
#include "explainee/explain/draws.h"
#include "explainee/explain/shown_with.h"
#include "explainee/family/candidate.h"
#include "explainee/moments/moments.h"
#include "explainee/search/problem.h"
#include "explainee/user/condition.h"
#include "explainee/user/summary.h"

namespace explainee::explain {

/// A candidate and the moment columns it consists of.
struct Facts {
  family::Candidate candidate;
  std::vector<int> columns;
  bool hers = false;                    ///< made of nothing but what she has or reasons from
  ShownWith shown_with = {};            ///< of a fact that is one number
  std::int64_t cost = base::kCostUnit;  ///< what it costs its reader
};

/// What does not change between folds. Candidates that are already known to her are not in `candidates`.
struct Setting {
  std::span<const moments::Fold> folds;  ///< kept by the gathered moments
  std::vector<Facts> candidates;
  Eigen::MatrixXd summary_weights;  ///< moment columns × columns of u; no columns for nobody
  /// Columns of u × columns of u: covariance of the noise that is taken out of u; empty: u counts as it is. Negative on
  /// the diagonal: u varies by so much more than its weights of the moment columns do, by itself.
  Eigen::MatrixXd summary_noise;
  std::vector<int> predictions;            ///< moment columns, all predictions
  std::vector<int> independent;            ///< moment columns: predictions that are not determined by u and the others
  double resolution_variance = 0;          ///< Δ²/12, added to every prediction's variance
  Draws draws;                             ///< of the prediction, where there are several
  std::int64_t budget = search::kAnyCost;  ///< what the chosen facts may cost together
};

/// A problem together with what is needed to read its solution.
struct PersonProblem {
  search::Problem problem;
  user::Conditioning conditioning;  ///< without `given`, which is as large as all moments: see covariance_given()
  std::vector<int> columns;         ///< moment column of each problem column
  Eigen::VectorXd noise;            ///< variance of the noise with which each problem column is shown
  double draws_excess = 0;          ///< by how much a single draw varies more than the mean prediction
  double extra_variance = 0;        ///< of the resolution and of single draws: part of every prediction's variance
  double effective_rows = 0;
  /// ν − r: degrees of freedom left after u.
  double degrees = 0;
};

/// Directions of the prediction that are open to her, or one: with too few rows any prediction looks determined.
[[nodiscard]] int open_directions(const Setting& setting);

/// The effective rows that so many columns of facts take, with what she knows and the predictions (mathematics §5).
[[nodiscard]] double rows_needed(const Setting& setting, const PersonProblem& problem, int columns, double spare = 1);

/// The problem on these rows (a sum of folds).
[[nodiscard]] PersonProblem make_problem(const Setting& setting, const moments::Fold& rows);
/// The same; none when stopped.
[[nodiscard]] std::optional<PersonProblem> make_problem(const Setting& setting, const moments::Fold& rows,
                                                        const base::Control& control);

/// Covariances of some moment columns with others, given u.
[[nodiscard]] Eigen::MatrixXd covariance_given(const moments::Fold& rows, const user::Conditioning& u,
                                               const std::vector<int>& some, const std::vector<int>& others);

/// What of the noise fits on these rows into what all candidates, predictions and exact columns of u leave open of the
/// noisy ones (mathematics §7); empty where there is none.
[[nodiscard]] Eigen::MatrixXd fitting_noise(const Setting& setting, const Eigen::MatrixXd& covariance);

/// The same setting for nobody in particular: no u.
[[nodiscard]] Setting without_summary(const Setting& setting);

/// The same setting restricted to these candidates.
[[nodiscard]] Setting with_candidates(const Setting& setting, std::vector<Facts> candidates);

/// The moment columns that u, all predictions and these candidates use, increasing.
[[nodiscard]] std::vector<int> columns_in_use(const Setting& setting, const std::vector<Facts>& candidates);

/// The setting with these candidates on columns `used` alone; its folds must be given with these columns too.
[[nodiscard]] Setting on_columns(const Setting& setting, const std::vector<Facts>& candidates,
                                 const std::vector<int>& used);

/// The predictions that u leaves open and that do not follow from each other; empty: nothing to explain.
[[nodiscard]] std::vector<int> open_predictions(const Setting& setting, const moments::Fold& total);

}  // namespace explainee::explain
