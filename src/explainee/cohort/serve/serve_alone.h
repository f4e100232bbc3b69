// explainee/cohort/serve/serve_alone.h: one person by the steps of explain(), where the crowd's shared tables do not
// apply.
#pragma once

#include <span>
#include <vector>

#include "explainee/cohort/people/understanding.h"
#include "explainee/cohort/serve/serve_options.h"
#include "explainee/cohort/serve/served.h"

namespace explainee::cohort {

/// Any facts, any number of rows.
[[nodiscard]] Served serve_alone(const SharedProblem& shared, const Understanding& person, const ServeOptions& options);

/// As values_of(), for facts of several columns.
[[nodiscard]] std::vector<double> values_alone(const SharedProblem& shared, const Understanding& person,
                                               std::span<const search::Set> sets);

}  // namespace explainee::cohort
