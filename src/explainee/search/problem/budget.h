// explainee/search/problem/budget.h: sets that may hold only so many facts, and only such that cost no more than so
// much.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// What a set may hold: at most `facts` candidates that cost at most `cost` together.
struct Limits {
  int facts = 0;
  std::int64_t cost = kAnyCost;
};

/// What a set costs.
[[nodiscard]] std::int64_t cost_of(const Problem& problem, std::span<const int> set);

/// The cost of each of these candidates.
[[nodiscard]] std::vector<std::int64_t> costs_of(const Problem& problem, std::span<const int> candidates);

/// The same sets of candidates with these costs, said more tightly: as few facts as can be paid for, and any cost where
/// every set of so many facts can be paid for.
[[nodiscard]] Limits narrowed(std::vector<std::int64_t> costs, Limits limits);

/// The limits narrowed for all candidates of a problem.
[[nodiscard]] Limits narrowed(const Problem& problem, Limits limits);

/// How many sets there are, the empty one not counted; more than that when costs are of many kinds.
[[nodiscard]] double count_sets(const std::vector<std::int64_t>& costs, Limits limits);

/// The same of all candidates of a problem.
[[nodiscard]] double count_sets(const Problem& problem, Limits limits);

}  // namespace explainee::search
