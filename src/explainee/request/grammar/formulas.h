// explainee/request/grammar/formulas.h: the expressions of a request, whose texts are names of columns in the answer.
#pragma once

#include <vector>

#include "explainee/request/request.h"

namespace explainee::request {

/// What is explained when it is no plain column: the mean of draws, a difference, or log-odds. Empty when it is one.
[[nodiscard]] WrittenExpression prediction_formula(const Request& request);

/// All: what she sees, the prediction where it is derived, the rule to judge.
[[nodiscard]] std::vector<WrittenExpression> formulas_of(const Request& request);

}  // namespace explainee::request
