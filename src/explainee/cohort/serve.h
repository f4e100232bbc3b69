// explainee/cohort/serve.h: the best facts for many people at once, each as explain() would find them.
#pragma once

#include <span>
#include <vector>

#include "explainee/cohort/served.h"
#include "explainee/cohort/understanding.h"

namespace explainee::cohort {

/// How long one person's search may take before it is left unproven; 0: no limit.
struct ServeOptions {
  double seconds_each = 0;
  base::Control control;
};

/// What a set tells; +∞ where it settles the prediction.
[[nodiscard]] double nats_of(const search::Value& value);

/// In the order of the people; interrupted when stopped.
[[nodiscard]] base::Result<std::vector<Served>> serve(const Ground& ground, std::span<const Understanding> people,
                                                      const ServeOptions& options);

/// What each of these sets tells one person, in nats; +∞ where it settles the prediction.
[[nodiscard]] std::vector<double> values_of(const Ground& ground, const Understanding& person,
                                            std::span<const search::Set> sets);

}  // namespace explainee::cohort
