#include "explainee/search/exact.h"

#include <gtest/gtest.h>

#include "explainee/search/brute_force.h"
#include "explainee/search/expect_right.h"

namespace explainee::search {
namespace {

using brute_force::expect_right;
using brute_force::Instance;
using brute_force::random_instance;
using brute_force::random_shape;
using brute_force::Shape;

SearchOptions random_options(base::Random& random) {
  SearchOptions options;
  options.sparsity = 1 + static_cast<int>(random.below(4));
  options.top = random.below(3) == 0 ? 1 + static_cast<int>(random.below(12)) : 1;
  return options;
}

TEST(Exact, MatchesBruteForceOnOnePredictionAndSingleColumns) {
  base::Random random(1);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance = random_instance(random_shape(random), seed);
    const SearchOptions options = random_options(random);
    expect_right(instance, options, find_exact(instance.problem, options));
    if (HasFailure()) return;
  }
}

TEST(Exact, MatchesBruteForceOnBlocksAndSeveralPredictions) {
  base::Random random(2);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    Shape shape = random_shape(random);
    shape.blocks = random.below(3) != 0;
    shape.predictions = 1 + static_cast<int>(random.below(3));
    shape.rows = std::max(shape.rows, shape.columns + shape.predictions + 3);
    shape.bias = random.below(2) == 0;
    const Instance instance = random_instance(shape, 5000 + seed);
    const SearchOptions options = random_options(random);
    expect_right(instance, options, find_exact(instance.problem, options));
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace explainee::search
