// explainee/cohort/people/fit_member.h: the regression of one of many on what she has and the facts she is told.
#pragma once

#include "explainee/cohort/people/shared_problem.h"
#include "explainee/cohort/serve/served.h"
#include "explainee/search/crowd/crowd_member.h"

namespace explainee::cohort {

/// Coefficients, what weighs most first, and how much of her error goes; `served.infinite` is set before. The shared
/// has a crowd.
void fit_member(const SharedProblem& shared, const search::Member& member, const search::Set& own, Served& served);

}  // namespace explainee::cohort
