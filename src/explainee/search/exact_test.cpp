#include "explainee/search/exact.h"

#include <gtest/gtest.h>

#include <string>

#include "explainee/search/brute_force.h"

namespace explainee::search {
namespace {

using brute_force::Instance;
using brute_force::random_instance;
using brute_force::Shape;
using brute_force::Valued;

/// True when the oracle itself cannot tell neighbours among the first `count` apart safely.
bool delicate(const std::vector<Valued>& ranked, std::size_t count) {
  for (std::size_t k = 0; k + 1 < std::min(ranked.size(), count + 1); ++k) {
    const double gap = ranked[k].value.objective_nats() - ranked[k + 1].value.objective_nats();
    if (ranked[k].value.determined == ranked[k + 1].value.determined && gap > 1e-13 && gap < 1e-7) return true;
  }
  return false;
}

/// Compares the whole answer with the oracle's.
void expect_right(const Instance& instance, int sparsity, int top, const std::string& name) {
  SCOPED_TRACE(name);
  std::vector<Valued> expected = brute_force::ranked(instance, sparsity);
  SearchOptions options;
  options.sparsity = sparsity;
  options.top = top;
  const Solution solution = find_exact(instance.problem, options);
  ASSERT_FALSE(expected.empty());
  EXPECT_TRUE(solution.optimal);
  EXPECT_FALSE(solution.interrupted);
  EXPECT_EQ(solution.best.value.determined, expected[0].value.determined);
  EXPECT_NEAR(solution.best.value.objective_nats(), expected[0].value.objective_nats(), 1e-7);
  EXPECT_EQ(solution.bound_nats.has_value(), expected[0].value.determined == 0);
  EXPECT_NEAR(solution.bound_nats.value_or(expected[0].value.objective_nats()), expected[0].value.objective_nats(), 1e-7);
  std::size_t tied = 1;
  while (tied < expected.size() && brute_force::compare(expected[0].value, expected[tied].value) == 0) ++tied;
  if (delicate(expected, std::max(tied, static_cast<std::size_t>(top)))) return;
  std::size_t listed = std::min(expected.size(), std::max(std::min<std::size_t>(tied, 101), static_cast<std::size_t>(top)));
  EXPECT_EQ(solution.best.set, expected[0].set);
  EXPECT_EQ(solution.tied, tied > 1);
  // The empty set is an answer only when nothing beats it.
  std::erase_if(expected, [](const Valued& entry) { return entry.set.empty(); });
  listed = std::min(listed, expected.size());
  if (expected.empty()) return;
  ASSERT_EQ(solution.alternatives.size() + 1, listed);
  for (std::size_t k = 1; k < listed; ++k) {
    EXPECT_EQ(solution.alternatives[k - 1].set, expected[k].set) << k;
    EXPECT_NEAR(solution.alternatives[k - 1].value.objective_nats(), expected[k].value.objective_nats(), 1e-7);
  }
}

Shape random_shape(base::Random& random) {
  Shape shape;
  shape.columns = 4 + static_cast<int>(random.below(5));
  shape.rows = random.below(5) == 0 ? 3 + static_cast<int>(random.below(6)) : 30;
  shape.summaries = static_cast<int>(random.below(3));
  shape.summary_in_span = random.below(2) == 0;
  shape.duplicates = random.below(3) == 0 ? 1 + static_cast<int>(random.below(2)) : 0;
  shape.settled = random.below(8) == 0;
  // Where coefficients are large, a settled prediction cannot be told from rounding: not both at once.
  if (random.below(4) == 0 && !shape.settled && shape.rows == 30) shape.near_duplicate = random.below(2) == 0 ? 1e-2 : 1e-3;
  shape.noise = random.below(4) == 0 ? 0.01 : 1;
  return shape;
}

TEST(Exact, MatchesBruteForceOnOnePredictionAndSingleColumns) {
  base::Random random(1);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Shape shape = random_shape(random);
    const int sparsity = 1 + static_cast<int>(random.below(4));
    const int top = random.below(3) == 0 ? 1 + static_cast<int>(random.below(12)) : 1;
    expect_right(random_instance(shape, seed), sparsity, top, "seed " + std::to_string(seed));
    if (HasFailure()) return;
  }
}

TEST(Exact, MatchesBruteForceOnBlocksAndSeveralPredictions) {
  base::Random random(2);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Shape shape = random_shape(random);
    shape.blocks = random.below(3) != 0;
    shape.predictions = 1 + static_cast<int>(random.below(3));
    shape.rows = std::max(shape.rows, shape.columns + shape.predictions + 3);
    shape.bias = random.below(2) == 0;
    const int sparsity = 1 + static_cast<int>(random.below(3));
    const int top = random.below(3) == 0 ? 1 + static_cast<int>(random.below(12)) : 1;
    expect_right(random_instance(shape, 5000 + seed), sparsity, top, "seed " + std::to_string(5000 + seed));
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace explainee::search
