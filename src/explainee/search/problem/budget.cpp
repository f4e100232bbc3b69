#include "explainee/search/problem/budget.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "explainee/search/scan/single_scan.h"

namespace explainee::search {
namespace {

/// With more kinds of costs sets are counted as if only their number were limited.
constexpr std::size_t kMostKinds = 6;

using Kind = std::pair<std::int64_t, double>;  ///< a cost and how many have it

/// Sets of the kinds from `from` on, the empty one counted.
double count_from(const std::vector<Kind>& kinds, std::size_t from, Limits limits) {
  if (from == kinds.size()) return 1;
  const auto [cost, size] = kinds[from];
  double all = 0;
  double chosen = 1;  // C(size, k)
  for (int k = 0; k <= limits.facts && k * cost <= limits.cost && chosen > 0; ++k) {
    all += chosen * count_from(kinds, from + 1, {limits.facts - k, limits.cost - k * cost});
    chosen *= (size - k) / (k + 1);
  }
  return all;
}

std::vector<std::int64_t> all_costs(const Problem& problem) {
  std::vector<std::int64_t> costs;
  for (const Candidate& candidate : problem.candidates) costs.push_back(candidate.cost);
  return costs;
}

}  // namespace

std::int64_t cost_of(const Problem& problem, std::span<const int> set) {
  std::int64_t sum = 0;
  for (const int c : set) sum += problem.candidates[static_cast<std::size_t>(c)].cost;
  return sum;
}

std::vector<std::int64_t> costs_of(const Problem& problem, std::span<const int> candidates) {
  std::vector<std::int64_t> costs;
  costs.reserve(candidates.size());
  for (const int c : candidates) costs.push_back(problem.candidates[static_cast<std::size_t>(c)].cost);
  return costs;
}

Limits narrowed(std::vector<std::int64_t> costs, Limits limits) {
  if (limits.cost == kAnyCost) return limits;
  std::sort(costs.begin(), costs.end());
  int facts = 0;
  std::int64_t cheapest = 0;
  for (const std::int64_t cost : costs) {
    cheapest += cost;
    if (facts == limits.facts || cheapest > limits.cost) break;
    ++facts;
  }
  const std::int64_t dearest = std::accumulate(costs.rbegin(), costs.rbegin() + facts, std::int64_t{0});
  return {facts, dearest > limits.cost ? limits.cost : kAnyCost};
}

Limits narrowed(const Problem& problem, Limits limits) {
  return limits.cost == kAnyCost ? limits : narrowed(all_costs(problem), limits);
}

double count_sets(const std::vector<std::int64_t>& costs, Limits limits) {
  std::map<std::int64_t, double> kinds;
  for (const std::int64_t cost : costs) kinds[cost] += 1;
  if (limits.cost == kAnyCost || kinds.size() > kMostKinds) return count_sets(costs.size(), limits.facts);
  return count_from({kinds.begin(), kinds.end()}, 0, limits) - 1;
}

double count_sets(const Problem& problem, Limits limits) { return count_sets(all_costs(problem), limits); }

}  // namespace explainee::search
