// explainee/verify/problem/allowed.h: which sets of candidates a certificate is about, by number, groups and costs.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "explainee/verify/certificate.h"

namespace explainee::verify {

/// What a set may hold together. Costs are in millionths; without a budget nothing costs anything.
struct Allowed {
  std::size_t s = 0;
  std::vector<int> groups;          ///< per candidate, −1: in none; empty: none
  std::vector<std::int64_t> costs;  ///< per candidate; empty without a budget
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();

  [[nodiscard]] std::int64_t cost(std::size_t candidate) const { return costs.empty() ? 0 : costs[candidate]; }
  [[nodiscard]] int group(std::size_t candidate) const { return groups.empty() ? -1 : groups[candidate]; }
  /// What is left of the budget beside these candidates; negative when they cannot be paid for.
  [[nodiscard]] std::int64_t left_by(const std::vector<int>& set) const;
  /// True when two of these are of one group.
  [[nodiscard]] bool clash(const std::vector<int>& set) const;
  /// True when a set may hold these together.
  [[nodiscard]] bool together(const std::vector<int>& set) const {
    return set.size() <= s && left_by(set) >= 0 && !clash(set);
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

[[nodiscard]] Allowed allowed_by(const Certificate& certificate);

}  // namespace explainee::verify
