// explainee/explain/supported/further_fact.h: is there a further fact, beyond chance? (information §7, decide)
#pragma once

#include <cstdint>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/shapes/shape_libraries.h"
#include "explainee/explain/supported/seen_rows.h"

namespace explainee::explain {

/// How the test is made.
struct FurtherRules {
  bool shapes = true;     ///< the maximum is over every shape of every candidate
  bool together = false;  ///< and over all candidates as they are together
  int draws = 999;        ///< of signs
  int deals = 199;        ///< of residuals
  double level = 0.04;
  std::uint64_t seed = 0;
};

/// p of the best fact beside u and the set, by flipping signs of the rows or blocks that were read, which holds for
/// unequal variances and heavy tails; where that finds something, also by dealing what is left to other rows, which
/// holds for skewed columns and predictions: the larger one.
[[nodiscard]] base::Result<double> test_further_fact(const SeenRows& seen, const DealtRows& dealt,
                                                     const ShapeLibraries& libraries, const search::Set& told,
                                                     const FurtherRules& rules, const base::Control& control);

}  // namespace explainee::explain
