// explainee/explain/compose/work_limit.h: how much work the searches of one request may do.
#pragma once

#include "explainee/request/request.h"

namespace explainee::explain {

/// Shares of the work of a request for the searches beside that of the answer.
inline constexpr double kWorkAlternatives = 0.25;  ///< the next best sets
inline constexpr double kWorkCurve = 0.25;         ///< sets of fewer facts, all together
inline constexpr double kWorkImpersonal = 0.5;     ///< each of the two sets for nobody in particular
inline constexpr double kWorkFamily = 0.25;        ///< one number of facts of one family that is compared
inline constexpr double kWorkOfMany = 0.1;         ///< one person of a cohort, or one row of many

/// The steps of such a share (search/problem/work.h); 0: no limit. A time limit alone leaves the work without one.
[[nodiscard]] inline double most_steps(const request::How& how, double share = 1) {
  if (!how.work && how.time_limit_seconds) return 0;
  constexpr double kStepsPerUnit = 1e9;
  return how.work.value_or(request::kDefaultWork) * share * kStepsPerUnit;
}

}  // namespace explainee::explain
