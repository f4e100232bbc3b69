#include "explainee/cohort/serve/explanation_pool.h"

#include <algorithm>

#include "explainee/search/problem/budget.h"

namespace explainee::cohort {
namespace {

constexpr double kFewSets = 3000;
constexpr std::size_t kMostPooled = 400;

void extend(std::vector<search::Set>& sets, search::Set& set, int from, int candidates, int left) {
  for (int next = from; next < candidates && left > 0; ++next) {
    set.push_back(next);
    sets.push_back(set);
    extend(sets, set, next + 1, candidates, left - 1);
    set.pop_back();
  }
}

}  // namespace

ExplanationPool make_pool(int candidates, int sparsity, const Given& given, const search::Set& impersonal) {
  ExplanationPool pool;
  const std::vector<std::int64_t> costs(static_cast<std::size_t>(candidates), 1);
  if (search::count_sets(costs, {sparsity}) <= kFewSets) {
    search::Set set;
    extend(pool.sets, set, 0, candidates, sparsity);
    pool.all = true;
    return pool;
  }
  std::vector<std::pair<std::int64_t, search::Set>> often;
  for (const auto& [set, people] : given) {
    if (!set.empty() && set != impersonal) often.emplace_back(-people, set);
  }
  const std::size_t kept = std::min(often.size(), kMostPooled);
  std::partial_sort(often.begin(), often.begin() + static_cast<std::ptrdiff_t>(kept), often.end());
  if (!impersonal.empty()) pool.sets.push_back(impersonal);
  for (std::size_t i = 0; i < kept; ++i) pool.sets.push_back(often[i].second);
  return pool;
}

}  // namespace explainee::cohort
