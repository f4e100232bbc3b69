#include "explainee/verify/problem/allowed.h"

#include <algorithm>
#include <map>
#include <utility>

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

std::int64_t Allowed::left_by(const std::vector<int>& set) const {
  std::int64_t left = budget;
  for (const int j : set) left -= cost(static_cast<std::size_t>(j));
  return left;
}

bool Allowed::clash(const std::vector<int>& set) const {
  std::vector<int> held;
  for (const int j : set) {
    const int own = group(static_cast<std::size_t>(j));
    if (own >= 0) held.push_back(own);
  }
  std::sort(held.begin(), held.end());
  return std::adjacent_find(held.begin(), held.end()) != held.end();
}

std::size_t Allowed::most_places(std::size_t places, std::int64_t left) const {
  if (costs.empty()) return places;
  const std::int64_t cheapest = *std::min_element(costs.begin(), costs.end());
  return left < cheapest ? 0 : std::min(places, static_cast<std::size_t>(left / cheapest));
}

std::size_t Allowed::too_many(const std::vector<std::size_t>& candidates, std::size_t places, std::int64_t left) const {
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    left -= cost(candidates[k]);
    if (k == places || left < 0) return k + 1;
  }
  return 0;
}

double Allowed::count_sets(const std::vector<std::size_t>& candidates, std::size_t places, std::int64_t left) const {
  std::map<std::int64_t, double> kinds;
  for (const std::size_t candidate : candidates) kinds[cost(candidate)] += 1;
  if (kinds.size() <= kMostKinds) return count_from({kinds.begin(), kinds.end()}, 0, places, left);
  return count_from({{0, static_cast<double>(candidates.size())}}, 0, most_places(places, left), left);
}

Allowed allowed_by(const Certificate& certificate) {
  Allowed allowed;
  allowed.s = static_cast<std::size_t>(certificate.s);
  allowed.groups = certificate.groups;
  allowed.costs = certificate.costs;
  allowed.budget = certificate.budget.value_or(allowed.budget);
  return allowed;
}

}  // namespace explainee::verify
