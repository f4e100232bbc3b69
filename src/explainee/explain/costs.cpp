#include "explainee/explain/costs.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/base/cost.h"
#include "explainee/base/number_of_text.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/explanation.h"
#include "explainee/family/family.h"
#include "explainee/search/budget.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double kLeastCost = 1e-6;
constexpr double kMostCost = 1e6;

/// How closely an entry names a fact; the closest one counts.
enum class Match { kNone, kFamily, kGlob, kName };

struct CostEntry {
  std::string name;
  std::int64_t cost = 0;
};

Error bad(const std::string& why) { return {ErrorCode::kBadOption, "--cost: " + why, ""}; }

Result<CostEntry> read_cost(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0)
    return bad(fmt::format("'{}' must be NAME=NUMBER, the name of a family or of a fact", text));
  const std::string number = text.substr(equals + 1);
  const std::optional<double> cost = base::number_of_text<double>(number);
  if (!cost || !(*cost >= kLeastCost && *cost <= kMostCost))
    return bad(fmt::format("'{}' must be a number from {} to {:.0f}", number, kLeastCost, kMostCost));
  return CostEntry{text.substr(0, equals), base::to_cost_units(*cost)};
}

Result<std::vector<CostEntry>> read_costs(const Options& options) {
  std::vector<CostEntry> entries;
  for (const std::string& text : options.cost) {
    EXPLAINEE_ASSIGN(CostEntry entry, read_cost(text));
    entries.push_back(std::move(entry));
  }
  return entries;
}

Match match(const CostEntry& entry, const family::Candidate& candidate) {
  if (entry.name == candidate.name) return Match::kName;
  if (entry.name == candidate.family) return Match::kFamily;
  return data::glob_matches(entry.name, candidate.name) ? Match::kGlob : Match::kNone;
}

Error unknown(const std::string& name) {
  if (family::find_family(name).ok())
    return bad(fmt::format("no fact of the family '{0}' may be told here; add it with --family {0}", name));
  return bad(fmt::format("no fact that may be told and no family is called '{}'", name));
}

}  // namespace

Result<void> check_costs(const Options& options) {
  if (!options.cost.empty() && !options.budget) return bad("say what the facts may cost together, with --budget");
  if (options.budget && options.method == "lasso")
    return Error{ErrorCode::kBadOption, "--budget does not go with --method lasso; use exact or greedy", ""};
  EXPLAINEE_TRY(read_costs(options));
  return {};
}

Result<void> price(const Options& options, std::vector<Facts>& facts) {
  EXPLAINEE_ASSIGN(const std::vector<CostEntry> entries, read_costs(options));
  std::vector<Match> closest(facts.size(), Match::kNone);
  for (const CostEntry& entry : entries) {
    bool used = false;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const Match own = match(entry, facts[i].candidate);
      used = used || own != Match::kNone;
      if (own == Match::kNone || own < closest[i]) continue;
      closest[i] = own;
      facts[i].cost = entry.cost;
    }
    if (!used) return unknown(entry.name);
  }
  return {};
}

std::vector<std::string> matching_costs(const Options& options, const std::vector<Facts>& facts) {
  std::vector<std::string> matching;
  for (const std::string& text : options.cost) {
    const Result<CostEntry> entry = read_cost(text);
    const bool used = entry.ok() && std::any_of(facts.begin(), facts.end(), [&](const Facts& fact) {
                        return match(entry.value(), fact.candidate) != Match::kNone;
                      });
    if (used) matching.push_back(text);
  }
  return matching;
}

std::int64_t budget_of(const Options& options) {
  return options.budget ? base::to_cost_units(*options.budget) : search::kAnyCost;
}

Result<int> affordable(const Options& options, const std::vector<Facts>& facts, int wanted) {
  if (!options.budget || facts.empty()) return wanted;
  std::vector<std::int64_t> costs;
  for (const Facts& fact : facts) costs.push_back(fact.cost);
  const std::int64_t cheapest = *std::min_element(costs.begin(), costs.end());
  const int most = search::narrowed(std::move(costs), {wanted, budget_of(options)}).facts;
  if (most > 0 || wanted == 0) return most;
  return Error{ErrorCode::kBadOption,
               fmt::format("--budget {} pays for no fact; the cheapest one costs {}", *options.budget,
                           base::from_cost_units(cheapest)),
               ""};
}

std::optional<double> Explanation::cost() const {
  if (!options.budget) return std::nullopt;
  std::int64_t sum = 0;
  for (const Fact& fact : facts) sum += base::to_cost_units(fact.cost.value_or(0));
  return base::from_cost_units(sum);
}

}  // namespace explainee::explain
