// explainee/information/gaussian/set_bias.h: the upward bias of a set's plug-in information, also with noise and draws
// (mathematics §7, §8).
#pragma once

#include "explainee/information/gaussian/person_problem.h"
#include "explainee/search/problem/problem.h"

namespace explainee::information {

/// In nats. Exact for facts shown as they are and predictions of one column; noise of facts and the spread of draws are
/// known parts of the variances and make it smaller, to first order. +∞ when the rows cannot carry the set.
[[nodiscard]] double bias_nats(const PersonProblem& problem, const search::Set& set, const search::Value& value);

}  // namespace explainee::information
