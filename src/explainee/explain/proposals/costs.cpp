#include "explainee/explain/proposals/costs.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/base/cost.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/explanation.h"
#include "explainee/family/family.h"
#include "explainee/request/grammar/pairs.h"
#include "explainee/search/problem/budget.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// How closely an entry names a fact; the closest one counts.
enum class Match { kNone, kFamily, kGlob, kName };

Error bad(const base::Message& why) { return {ErrorCode::kBadOption, why, base::option("cost")}; }

Match match(const request::FactCost& entry, const family::Description& candidate) {
  const std::string& name = entry.facts.text;
  if (name == candidate.name) return Match::kName;
  if (name == candidate.family) return Match::kFamily;
  return data::glob_matches(name, candidate.name) ? Match::kGlob : Match::kNone;
}

Error unknown(const std::string& name) {
  if (family::find_family(name).ok())
    return bad(
        base::say("no fact of the family '{}' may be told here; add it with {}", name, base::option("family", name)));
  return bad(fmt::format("no fact that may be told and no family is called '{}'", name));
}

}  // namespace

Result<void> check_costs(const request::Request& request) {
  if (!request.facts.cost.empty() && !request.facts.budget)
    return bad(base::say("say what the facts may cost together, with {}", base::option("budget")));
  if (request.facts.budget && request.how.method == request::Method::kLasso)
    return Error{ErrorCode::kBadOption, base::say("{} does not go with {}; use exact or greedy", base::option("budget"),
                                                  base::option("method", "lasso"))};
  for (const request::FactCost& entry : request.facts.cost) {
    if (!(entry.cost >= request::kLeastCost && entry.cost <= request::kMostCost))
      return bad(
          fmt::format("'{}' must be a number from {} to {:.0f}", entry.cost, request::kLeastCost, request::kMostCost));
  }
  return {};
}

Result<void> price(const request::Request& request, std::vector<Candidate>& facts) {
  std::vector<Match> closest(facts.size(), Match::kNone);
  for (const request::FactCost& entry : request.facts.cost) {
    bool used = false;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const Match own = match(entry, facts[i].description);
      used = used || own != Match::kNone;
      if (own == Match::kNone || own < closest[i]) continue;
      closest[i] = own;
      facts[i].cost = base::to_cost_units(entry.cost);
    }
    if (!used) return unknown(entry.facts.text);
  }
  return {};
}

std::vector<request::FactCost> matching_costs(const request::Request& request, const std::vector<Candidate>& facts) {
  std::vector<request::FactCost> matching;
  for (const request::FactCost& entry : request.facts.cost) {
    if (std::any_of(facts.begin(), facts.end(),
                    [&](const Candidate& fact) { return match(entry, fact.description) != Match::kNone; }))
      matching.push_back(entry);
  }
  return matching;
}

std::int64_t budget_of(const request::Request& request) {
  return request.facts.budget ? base::to_cost_units(*request.facts.budget) : search::kAnyCost;
}

Result<int> affordable(const request::Request& request, const std::vector<Candidate>& facts, int wanted) {
  if (!request.facts.budget || facts.empty()) return wanted;
  std::vector<std::int64_t> costs;
  for (const Candidate& fact : facts) costs.push_back(fact.cost);
  const std::int64_t cheapest = *std::min_element(costs.begin(), costs.end());
  const int most = search::narrowed(std::move(costs), {wanted, budget_of(request)}).facts;
  if (most > 0 || wanted == 0) return most;
  return Error{ErrorCode::kBadOption,
               base::say("{} pays for no fact; the cheapest one costs {}",
                         base::option("budget", *request.facts.budget), base::from_cost_units(cheapest))};
}

std::optional<double> Explanation::cost() const {
  if (!request.facts.budget) return std::nullopt;
  std::int64_t sum = 0;
  for (const Fact& fact : facts) sum += base::to_cost_units(fact.cost.value_or(0));
  return base::from_cost_units(sum);
}

}  // namespace explainee::explain
