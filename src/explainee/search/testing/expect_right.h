// explainee/search/testing/expect_right.h: for tests only: compares a whole answer with brute force.
#pragma once

#include <vector>

#include "explainee/search/problem/solution.h"
#include "explainee/search/testing/brute_force.h"

namespace explainee::search::brute_force {

/// True when rounding decides about the order of the first `count`, or about who is among them.
[[nodiscard]] bool delicate(const std::vector<Valued>& ranked, std::size_t count);

/// What a Gram matrix leaves of a value's digits: rounding of eps against a residual share of e^(−2 nats).
[[nodiscard]] double rounding(const Valued& entry);

/// How much of an answer could be compared with the oracle's: where rounding decides, neither is right.
enum class Compared { kNothing, kValue, kWhole };

/// Compares as much of the answer with the oracle's as rounding allows.
[[nodiscard]] Compared compare_with_oracle(const Instance& instance, const SearchOptions& options,
                                           const Solution& solution);

/// Counts what a sweep could compare.
class Comparisons {
 public:
  /// Compares one answer.
  void expect_right(const Instance& instance, const SearchOptions& options, const Solution& solution);
  /// Fails unless most answers were compared, and at least half of them to the last set; says how many.
  void expect_enough() const;

 private:
  std::uint64_t total_ = 0;
  std::uint64_t values_ = 0;
  std::uint64_t whole_ = 0;
};

/// The same sets, values, bound and nodes, digit for digit.
void expect_same(const Solution& a, const Solution& b);

/// Any mixture of the difficulties.
[[nodiscard]] Shape random_shape(base::Random& random);

}  // namespace explainee::search::brute_force
