// explainee/information/gaussian/set_bias.h: the upward bias of a set's plug-in information, also with noise and draws
// (mathematics §7, §8).
#pragma once

#include <span>

#include "explainee/information/gaussian/person_problem.h"
#include "explainee/search/problem/problem.h"

namespace explainee::information {

/// In nats. Exact for facts shown as they are and predictions of one column; noise of facts and the spread of draws are
/// known parts of the variances and make it smaller, to first order. +∞ when the rows cannot carry the set.
[[nodiscard]] double bias_nats(const PersonProblem& problem, const search::Set& set, const search::Value& value);

/// What shapes that were fitted to the predictions add to it: each of their degrees of freedom counts as a column. 0
/// where the rows cannot carry so many.
[[nodiscard]] double fitted_bias_nats(const PersonProblem& problem, std::span<const FactColumns> facts, int rank);

}  // namespace explainee::information
