#include "explainee/verify/problem/prices.h"

#include <algorithm>
#include <map>
#include <utility>

#include "explainee/base/cost.h"

namespace explainee::verify {
namespace {

/// With more kinds of costs only the number of facts counts.
constexpr std::size_t kMostKinds = 6;

using Kind = std::pair<std::int64_t, double>;  ///< a cost and how many have it

double count_from(const std::vector<Kind>& kinds, std::size_t from, std::size_t places, std::int64_t left) {
  if (from == kinds.size()) return 1;
  const auto [cost, size] = kinds[from];
  double all = 0;
  double chosen = 1;  // ways to choose k of this kind
  for (std::size_t k = 0; k <= places && chosen > 0; ++k) {
    const std::int64_t spent = static_cast<std::int64_t>(k) * cost;
    if (spent > left) break;
    all += chosen * count_from(kinds, from + 1, places - k, left - spent);
    chosen *= (size - static_cast<double>(k)) / static_cast<double>(k + 1);
  }
  return all;
}

}  // namespace

std::size_t Prices::most_places(std::size_t places, std::int64_t left) const {
  if (costs.empty()) return places;
  const std::int64_t cheapest = *std::min_element(costs.begin(), costs.end());
  return left < cheapest ? 0 : std::min(places, static_cast<std::size_t>(left / cheapest));
}

std::size_t Prices::too_many(const std::vector<std::size_t>& candidates, std::size_t places, std::int64_t left) const {
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    left -= cost(candidates[k]);
    if (k == places || left < 0) return k + 1;
  }
  return 0;
}

double Prices::count_sets(const std::vector<std::size_t>& candidates, std::size_t places, std::int64_t left) const {
  std::map<std::int64_t, double> kinds;
  for (const std::size_t candidate : candidates) kinds[cost(candidate)] += 1;
  if (kinds.size() <= kMostKinds) return count_from({kinds.begin(), kinds.end()}, 0, places, left);
  return count_from({{0, static_cast<double>(candidates.size())}}, 0, most_places(places, left), left);
}

Prices prices_of(const Certificate& certificate) {
  Prices prices;
  if (!certificate.budget) return prices;
  for (const double cost : certificate.costs) prices.costs.push_back(base::to_cost_units(cost));
  prices.budget = base::to_cost_units(*certificate.budget);
  return prices;
}

}  // namespace explainee::verify
