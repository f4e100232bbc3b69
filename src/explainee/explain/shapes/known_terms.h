// explainee/explain/shapes/known_terms.h: what a flexible reader makes of the columns that are known (information §8).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/shapes/term.h"
#include "explainee/information/crossfit/cross_sweep.h"

namespace explainee::explain {

/// Every further term that may enter, and its values, measured like the held rows.
struct TermLibrary {
  std::vector<Term> terms;
  Eigen::MatrixXd columns;  ///< rows × terms
};

/// Splines with knots at five quantiles, thresholds at nineteen, products of two columns and of their pieces. Which
/// terms there are does not depend on the predictions.
[[nodiscard]] TermLibrary make_terms(const HeldRows& held);

/// Variables of the sweep: the constant, `given` columns, the library's, then the targets. Takes the given ones, then
/// terms by forward selection while the best one's cross-fitted gain is positive by a standard error, at most so many
/// columns in all. The terms that entered, by position; the sweep is left with them taken.
[[nodiscard]] std::vector<int> choose_terms(information::CrossSweep& sweep, int given, int library, int targets,
                                            const std::vector<double>& fold_weights, int most_columns);

}  // namespace explainee::explain
