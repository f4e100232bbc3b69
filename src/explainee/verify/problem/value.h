// explainee/verify/problem/value.h: what a set is worth (docs/certificate.md §3).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/regression.h"

namespace explainee::verify {

/// value(E) in nats of a set that settles nothing; none when the rows cannot carry it. `facts` is the regression on it.
[[nodiscard]] std::optional<Ball> value_of(const Certificate& certificate, const CheckedProblem& problem,
                                           const std::vector<std::size_t>& set, const Regression& facts);

/// The sum of these candidates' extra degrees.
[[nodiscard]] std::size_t extra_degrees_of(const Certificate& certificate, const std::vector<std::size_t>& set);

/// From how many columns and extra degrees on sets are beyond the rows, less one; 0 when no set of s candidates is.
[[nodiscard]] std::size_t most_columns(const Certificate& certificate, const CheckedProblem& problem);

}  // namespace explainee::verify
