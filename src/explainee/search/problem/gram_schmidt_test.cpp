#include "explainee/search/problem/gram_schmidt.h"

#include <gtest/gtest.h>

#include "explainee/search/testing/brute_force.h"

namespace explainee::search {
namespace {

TEST(GramSchmidt, ForgettingACandidateIsLikeNeverHavingAddedIt) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Problem problem =
        brute_force::random_instance({.columns = 10, .predictions = 2, .summary_in_span = false, .blocks = true}, seed)
            .problem;
    GramSchmidt all(problem);
    for (const int c : {0, 1, 2}) all.add(c);
    GramSchmidt fewer(problem);
    for (const int c : {0, 2}) fewer.add(c);
    const GramSchmidt rest = all.without(1);
    EXPECT_EQ(rest.rank(), fewer.rank());
    EXPECT_EQ(rest.facts(), fewer.facts());
    EXPECT_NEAR((rest.variance() - fewer.variance()).norm(), 0, 1e-9);
    EXPECT_NEAR((rest.cross() - fewer.cross()).norm(), 0, 1e-9);
    EXPECT_NEAR((rest.residual() - fewer.residual()).norm(), 0, 1e-9);
    const Candidate& block = problem.candidates[3];
    EXPECT_NEAR((rest.gram_of(block) - fewer.gram_of(block)).norm(), 0, 1e-9);
  }
}

}  // namespace
}  // namespace explainee::search
