// explainee/information/gaussian/person_problem.h: covariances given what a person has: the search problem of these
// facts, on all rows or on some folds of them.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <span>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/information/situation.h"
#include "explainee/person/condition.h"
#include "explainee/search/problem/problem.h"

namespace explainee::information {

/// A problem together with what is needed to read its solution.
struct PersonProblem {
  search::Problem problem;
  person::Conditioning conditioning;  ///< without `given`, which is as large as all moments: see covariance_given()
  std::vector<int> columns;           ///< moment column of each problem column
  Eigen::VectorXd noise;              ///< variance of the noise with which each problem column is shown
  double draws_excess = 0;            ///< by how much a single draw varies more than the mean prediction
  double extra_variance = 0;          ///< of the resolution and of single draws: part of every prediction's variance
  double effective_rows = 0;
  double degrees = 0;  ///< ν − r: degrees of freedom left after u
};

/// The problem of these facts on these rows (a sum of folds).
[[nodiscard]] PersonProblem make_problem(const Situation& situation, std::span<const FactColumns> facts,
                                         const moments::Fold& rows);
/// The same; none when stopped. `given`: u on these rows where it is at hand, in more digits than they give.
[[nodiscard]] std::optional<PersonProblem> make_problem(const Situation& situation, std::span<const FactColumns> facts,
                                                        const moments::Fold& rows, const base::Control& control,
                                                        const person::Conditioning* given = nullptr);

/// The same problem with these candidates alone, digit for digit, and without its conditioning.
[[nodiscard]] PersonProblem narrowed(const PersonProblem& problem, const search::Set& candidates);

/// Covariances of some moment columns with others, given u.
[[nodiscard]] Eigen::MatrixXd covariance_given(const moments::Fold& rows, const person::Conditioning& u,
                                               const std::vector<int>& some, const std::vector<int>& others);

/// What of the noise fits on these rows into what all facts, predictions and exact columns of u leave open of the noisy
/// ones (mathematics §7); empty where there is none.
[[nodiscard]] Eigen::MatrixXd fitting_noise(const Situation& situation, std::span<const FactColumns> facts,
                                            const Eigen::MatrixXd& covariance);

/// The predictions that u leaves open beyond rounding and that do not follow from each other; empty: nothing to
/// explain. `given` as in make_problem().
[[nodiscard]] std::vector<int> open_predictions(const Situation& situation, const moments::Fold& total,
                                                const person::Conditioning* given = nullptr);

/// Uncorrelated columns of unit variance that span u, as weights of the moment columns: moment columns × rank.
[[nodiscard]] Eigen::MatrixXd summary_basis(const Situation& situation, const moments::Fold& rows);

/// The moment columns that u, all predictions and these facts use, increasing.
[[nodiscard]] std::vector<int> columns_in_use(const Situation& situation, std::span<const FactColumns> facts);
/// The situation on columns `used` alone; its folds must be given with these columns too.
[[nodiscard]] Situation on_columns(const Situation& situation, const std::vector<int>& used);
/// The facts there.
[[nodiscard]] std::vector<FactColumns> on_columns(std::span<const FactColumns> facts, const std::vector<int>& used);

}  // namespace explainee::information
