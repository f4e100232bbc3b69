// explainee/search/bounds/bound_sequence.h: what is tried, in this order, where the cheap bound of a node is not enough
// (search §3.4 a–d).
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/bounds/outsider_bound.h"
#include "explainee/search/problem/twins.h"

namespace explainee::search {

/// Which steps are tried after the exact correlations.
struct BoundSteps {
  bool floored = true;   ///< b: weights as large as the slopes, but for a floor
  bool adapted = true;   ///< c: weights adapted to each number of outsiders
  bool shrunken = true;  ///< d: smaller coefficients
};

/// Raises the bound of a node that was taken up until it exceeds `goal` or nothing more is known to try: the
/// correlations that the block leaves in place of their upper bounds, weights, weights adapted to each number of
/// outsiders, and smaller coefficients. False when stopped.
[[nodiscard]] bool climb(const FactoredProblem& factored, const Twins& twins, double goal, base::ThreadPool& threads,
                         const base::Control& control, OutsiderBound& bound, const BoundSteps& steps = {});

}  // namespace explainee::search
