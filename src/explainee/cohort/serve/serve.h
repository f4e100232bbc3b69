// explainee/cohort/serve/serve.h: the best facts for many people at once, each as explain() would find them.
#pragma once

#include <span>
#include <vector>

#include "explainee/cohort/people/understanding.h"
#include "explainee/cohort/serve/serve_options.h"
#include "explainee/cohort/serve/served.h"

namespace explainee::cohort {

/// In the order of the people; interrupted when stopped.
[[nodiscard]] base::Result<std::vector<Served>> serve(const SharedProblem& shared,
                                                      std::span<const Understanding> people,
                                                      const ServeOptions& options);

/// What each of these sets tells one person, in nats; +∞ where it settles the prediction.
[[nodiscard]] std::vector<double> values_of(const SharedProblem& shared, const Understanding& person,
                                            std::span<const search::Set> sets);

}  // namespace explainee::cohort
