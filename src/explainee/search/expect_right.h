// explainee/search/expect_right.h: for tests only: compares a whole answer with brute force.
#pragma once

#include <vector>

#include "explainee/search/brute_force.h"
#include "explainee/search/solution.h"

namespace explainee::search::brute_force {

/// True when rounding decides about the order of the first `count`, or about who is among them.
[[nodiscard]] bool delicate(const std::vector<Valued>& ranked, std::size_t count);

/// What a Gram matrix leaves of a value's digits: rounding of eps against a residual share of e^(−2 nats).
[[nodiscard]] double rounding(const Valued& entry);

/// Compares the whole answer with the oracle's.
void expect_right(const Instance& instance, const SearchOptions& options, const Solution& solution);

/// The same sets, values, bound and nodes, digit for digit.
void expect_same(const Solution& a, const Solution& b);

/// Any mixture of the difficulties.
[[nodiscard]] Shape random_shape(base::Random& random);

}  // namespace explainee::search::brute_force
