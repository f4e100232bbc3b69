// explainee/verify/problem/value.h: what a set is worth (docs/certificate.md §3).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/regression.h"

namespace explainee::verify {

/// True when the rows can carry a set with so many columns and extra degrees. `facts` is the regression on it. Throws
/// NotProven when it cannot be told.
[[nodiscard]] bool is_affordable(const Certificate& certificate, const CheckedProblem& problem,
                                 const std::vector<std::size_t>& set, const Regression& facts);

/// value(E) in nats of a set that settles nothing; none when the rows cannot carry it. `facts` is the regression on it.
[[nodiscard]] std::optional<Ball> value_of(const Certificate& certificate, const CheckedProblem& problem,
                                           const std::vector<std::size_t>& set, const Regression& facts);

/// The sum of these candidates' extra degrees.
[[nodiscard]] std::size_t extra_degrees_of(const Certificate& certificate, const std::vector<std::size_t>& set);

/// How many columns and extra degrees the rows can carry; none when no set of s candidates has more.
[[nodiscard]] std::optional<std::size_t> most_columns(const Certificate& certificate, const CheckedProblem& problem);

}  // namespace explainee::verify
