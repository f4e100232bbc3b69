// explainee/information/diagnostics/cross_fit.h: the prediction of ŷ from facts and what a reader has, each row by a
// fit to other rows.
#pragma once

#include "explainee/information/diagnostics/sample.h"

namespace explainee::information {

/// One column for each column of the prediction: least squares on the normal scores of (e, u) in 5 folds of rows in
/// turn, with squares and products too where these predict other rows better.
[[nodiscard]] SampleColumns cross_fitted_predictions(const Sample& sample);

}  // namespace explainee::information
