// explainee/explain/measured/lasso_report.h: the Lasso beside the exact answer, in the paper's λ (mathematics §4).
#pragma once

#include <optional>

#include "explainee/explain/compose/setting.h"
#include "explainee/explain/explanation.h"
#include "explainee/search/lasso/lasso.h"

namespace explainee::explain {

/// True when the Lasso is defined here: one open prediction and facts of one column each.
[[nodiscard]] bool lasso_applies(const search::Problem& problem);

/// Penalty weights: √G_jj (standardised given u), or 1 in raw units.
[[nodiscard]] Eigen::VectorXd lasso_weights(const search::Problem& problem, bool raw_units);

/// Compares the path with the exact answer. `solution`: the Lasso's own answer for this many features or this λ.
[[nodiscard]] LassoReport report_lasso(const Setting& setting, const PersonProblem& problem, const moments::Fold& total,
                                       const search::LassoSolution& solution, const search::Set& exact, bool raw_units);

}  // namespace explainee::explain
