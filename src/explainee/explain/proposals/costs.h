// explainee/explain/proposals/costs.h: what each fact costs its reader, as the caller says it (--cost, --budget).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/explain/compose/setting.h"
#include "explainee/request/request.h"

namespace explainee::explain {

/// Wishes that do not go together or are no costs: kBadOption.
[[nodiscard]] base::Result<void> check_costs(const request::Request& request);

/// Gives every fact its cost: by its own name, else by a glob, else by its family, else 1; the last one said counts.
/// kBadOption for a name that no fact has.
[[nodiscard]] base::Result<void> price(const request::Request& request, std::vector<Candidate>& facts);

/// The entries of Request::facts.cost that name one of these facts.
[[nodiscard]] std::vector<request::FactCost> matching_costs(const request::Request& request,
                                                            const std::vector<Candidate>& facts);

/// Request::facts.budget for the search; search::kAnyCost without one.
[[nodiscard]] std::int64_t budget_of(const request::Request& request);

/// How many of these facts can be paid for, at most `wanted`; kBadOption when there are facts and none can.
[[nodiscard]] base::Result<int> affordable(const request::Request& request, const std::vector<Candidate>& facts,
                                           int wanted);

}  // namespace explainee::explain
