// explainee/explain/explain.h: the front door: the few facts that tell this person most about the predictions.
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/explanation.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/request/request.h"

namespace explainee::explain {

/// Finds the best explanation for the person that the request describes. The request is checked here and nowhere below.
/// A search that is cancelled or out of time still gives the best found, with `interrupted` set.
[[nodiscard]] base::Result<Explanation> explain(const Input& input, const request::Request& request,
                                                const base::Control& control);

/// The same facts and figures without what takes longer and stands beside them: honest figures and intervals, rows, the
/// explainer that is kept, and what other readers would know.
[[nodiscard]] base::Result<Explanation> explain_briefly(const Input& input, const request::Request& request,
                                                        const base::Control& control);

/// How much a given explanation (Request::facts.features or rule) tells this person, beside the best one with as many
/// facts.
[[nodiscard]] base::Result<Explanation> score(const Input& input, const request::Request& request,
                                              const base::Control& control);

}  // namespace explainee::explain
