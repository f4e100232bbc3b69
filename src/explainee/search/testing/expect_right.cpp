#include "explainee/search/testing/expect_right.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/search/testing/sweep_size.h"

namespace explainee::search::brute_force {

bool delicate(const std::vector<Valued>& ranked, std::size_t count) {
  for (std::size_t k = 0; k < std::min(ranked.size(), count + 1); ++k) {
    if (ranked[k].doubtful) return true;
    if (k + 1 < ranked.size() && in_doubt(ranked[k], ranked[k + 1])) return true;
  }
  return false;
}

double rounding(const Valued& entry) { return 1e-6 + 1e-13 * std::exp(2 * entry.value.nats) + 2 * entry.blur_nats; }

Compared compare_with_oracle(const Instance& instance, const SearchOptions& options, const Solution& solution) {
  if (rank_in_doubt(instance, options.sparsity)) return Compared::kNothing;
  const int top = options.top;
  std::vector<Valued> expected = ranked(instance, options.sparsity, options.budget);
  EXPECT_FALSE(expected.empty());
  if (expected.empty()) return Compared::kNothing;
  EXPECT_TRUE(solution.optimal);
  EXPECT_FALSE(solution.interrupted);
  EXPECT_EQ(solution.best.value.determined, expected[0].value.determined);
  EXPECT_NEAR(solution.best.value.objective_nats(), expected[0].value.objective_nats(), rounding(expected[0]));
  EXPECT_EQ(solution.bound_nats.has_value(), expected[0].value.determined == 0);
  // The bound is the largest value among what may tie with the best.
  double tolerance = rounding(expected[0]);
  for (const Valued& entry : expected) {
    if (in_doubt(entry, expected[0])) tolerance = std::max(tolerance, rounding(entry));
  }
  EXPECT_NEAR(solution.bound_nats.value_or(expected[0].value.objective_nats()), expected[0].value.objective_nats(),
              tolerance);
  std::size_t tied = 1;
  while (tied < expected.size() && compare(expected[0].value, expected[tied].value) == 0) ++tied;
  if (delicate(expected, std::max(tied, static_cast<std::size_t>(top)))) return Compared::kValue;
  std::size_t listed =
      std::min(expected.size(), std::max(std::min<std::size_t>(tied, 101), static_cast<std::size_t>(top)));
  EXPECT_EQ(solution.best.set, expected[0].set);
  EXPECT_EQ(solution.tied, tied > 1);
  // The empty set is an answer only when nothing beats it.
  std::erase_if(expected, [](const Valued& entry) { return entry.set.empty(); });
  listed = std::min(listed, expected.size());
  if (expected.empty()) return Compared::kWhole;
  EXPECT_EQ(solution.alternatives.size() + 1, listed);
  if (solution.alternatives.size() + 1 != listed) return Compared::kWhole;
  for (std::size_t k = 1; k < listed; ++k) {
    EXPECT_EQ(solution.alternatives[k - 1].set, expected[k].set) << k;
    EXPECT_NEAR(solution.alternatives[k - 1].value.objective_nats(), expected[k].value.objective_nats(),
                rounding(expected[k]));
  }
  return Compared::kWhole;
}

void Comparisons::expect_right(const Instance& instance, const SearchOptions& options, const Solution& solution) {
  const Compared compared = compare_with_oracle(instance, options, solution);
  ++total_;
  if (compared != Compared::kNothing) ++values_;
  if (compared == Compared::kWhole) ++whole_;
}

void Comparisons::expect_enough() const {
  say_count("problems compared", values_);
  say_count("of them to the last set", whole_);
  EXPECT_GE(10 * values_, 8 * total_);
  EXPECT_GE(2 * whole_, total_);
}

void expect_same(const Solution& a, const Solution& b) {
  EXPECT_EQ(a.best.set, b.best.set);
  EXPECT_EQ(a.best.value.nats, b.best.value.nats);
  EXPECT_EQ(a.bound_nats, b.bound_nats);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.optimal, b.optimal);
  ASSERT_EQ(a.alternatives.size(), b.alternatives.size());
  for (std::size_t k = 0; k < a.alternatives.size(); ++k) EXPECT_EQ(a.alternatives[k].set, b.alternatives[k].set);
}

Shape random_shape(base::Random& random) {
  Shape shape;
  shape.columns = (random.below(10) == 0 ? 9 : 4) + static_cast<int>(random.below(4));
  shape.rows = random.below(5) == 0 ? 3 + static_cast<int>(random.below(6)) : 30;
  shape.summaries = static_cast<int>(random.below(3));
  shape.summary_in_span = random.below(2) == 0;
  shape.duplicates = random.below(3) == 0 ? 1 + static_cast<int>(random.below(2)) : 0;
  shape.settled = random.below(8) == 0;
  // Where coefficients are large, a settled prediction cannot be told from rounding: not both at once.
  if (random.below(4) == 0 && !shape.settled && shape.rows == 30)
    shape.near_duplicate = std::pow(10.0, -2.0 - static_cast<double>(random.below(3)));
  shape.noise = random.below(4) == 0 ? 0.01 : 1;
  return shape;
}

}  // namespace explainee::search::brute_force
