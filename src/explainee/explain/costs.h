// explainee/explain/costs.h: what each fact costs its reader, as the caller says it (--cost, --budget).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explainee/base/result.h"
#include "explainee/explain/options.h"
#include "explainee/explain/setting.h"

namespace explainee::explain {

/// Options that do not go together or are no costs: kBadOption.
[[nodiscard]] base::Result<void> check_costs(const Options& options);

/// Gives every fact its cost: by its own name, else by a glob, else by its family, else 1; the last one said counts.
/// kBadOption for a name that no fact has.
[[nodiscard]] base::Result<void> price(const Options& options, std::vector<Facts>& facts);

/// The entries of Options::cost that name one of these facts.
[[nodiscard]] std::vector<std::string> matching_costs(const Options& options, const std::vector<Facts>& facts);

/// Options::budget for the search; search::kAnyCost without one.
[[nodiscard]] std::int64_t budget_of(const Options& options);

/// How many of these facts can be paid for, at most `wanted`; kBadOption when there are facts and none can.
[[nodiscard]] base::Result<int> affordable(const Options& options, const std::vector<Facts>& facts, int wanted);

}  // namespace explainee::explain
