// explainee/cohort/serve/serve_options.h: how people are served, together or one alone.
#pragma once

#include "explainee/base/control.h"
#include "explainee/search/problem/problem.h"

namespace explainee::cohort {

/// How long one person's search may take before it is left unproven; 0: no limit.
struct ServeOptions {
  double seconds_each = 0;
  double steps_each = 0;  ///< most steps of it (search/problem/work.h); 0: no limit
  base::Control control;
};

/// What a set tells; +∞ where it settles the prediction.
[[nodiscard]] double nats_of(const search::Value& value);

}  // namespace explainee::cohort
