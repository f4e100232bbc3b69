// explainee/verify/leaves/leaf_sets.h: which sets a leaf holds, and whether one of them tells too much.
#pragma once

#include <string>
#include <vector>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/checked_problem.h"
#include "explainee/verify/problem/prices.h"
#include "explainee/verify/problem/regression.h"

namespace explainee::verify {

/// What every set must not exceed.
struct Limit {
  std::size_t settled = 0;  ///< directions
  double nats = 0;          ///< objective
  double residual = 0;      ///< the same as a variance, for one prediction: no set leaves less
};

/// True when the list holds the candidate.
[[nodiscard]] bool holds(const std::vector<int>& list, std::size_t candidate);

/// True when a set of this worth breaks the limit.
[[nodiscard]] bool exceeds(const Worth& worth, const Limit& limit);

/// The set's facts by name, in braces.
[[nodiscard]] std::string name_of(const Certificate& certificate, const std::vector<std::size_t>& set);

/// One prediction, one column per fact and so no charge: what the bounds of search §2 and §3 are about.
[[nodiscard]] bool plain_facts(const CheckedProblem& problem);

}  // namespace explainee::verify
