// explainee/verify/problem/prices.h: what the facts of a certificate cost, and which sets can be paid for.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "explainee/verify/certificate.h"

namespace explainee::verify {

/// Without a budget nothing costs anything.
struct Prices {
  std::vector<std::int64_t> costs;  ///< per candidate, positive; empty without a budget
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();

  [[nodiscard]] std::int64_t cost(std::size_t candidate) const { return costs.empty() ? 0 : costs[candidate]; }
  /// What is left of the budget beside these candidates; negative when they cannot be paid for.
  [[nodiscard]] std::int64_t left_by(const std::vector<int>& set) const {
    std::int64_t left = budget;
    for (const int j : set) left -= cost(static_cast<std::size_t>(j));
    return left;
  }
  /// How many places can be paid for, at most `places`; 0 when `left` is negative.
  [[nodiscard]] std::size_t most_places(std::size_t places, std::int64_t left) const;
  /// How many of the first of these are more than a set can hold that has room for `places` and `left`; 0 when it can
  /// hold all.
  [[nodiscard]] std::size_t too_many(const std::vector<std::size_t>& candidates, std::size_t places,
                                     std::int64_t left) const;
  /// How many sets of these there are, the empty one counted; more than that when costs are of many kinds.
  [[nodiscard]] double count_sets(const std::vector<std::size_t>& candidates, std::size_t places,
                                  std::int64_t left) const;
};

/// In millionths.
[[nodiscard]] Prices prices_of(const Certificate& certificate);

}  // namespace explainee::verify
