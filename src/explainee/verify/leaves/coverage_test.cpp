#include "explainee/verify/leaves/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

TEST(Coverage, FindsTheSetsThatNoLeafHolds) {
  base::Random random(5);
  for (int k = 0; k < scaled(300); ++k) {
    const int n = 3 + static_cast<int>(random.below(5));
    const int s = 1 + static_cast<int>(random.below(3));
    std::vector<Leaf> leaves;
    for (std::uint64_t l = 1 + random.below(6); l > 0; --l) {
      Leaf& leaf = leaves.emplace_back();
      for (int j = 0; j < n; ++j) {
        const std::uint64_t roll = random.below(5);
        if (roll == 0 && static_cast<int>(leaf.in.size()) < s) leaf.in.push_back(j);
        if (roll == 1) leaf.out.push_back(j);
      }
    }
    bool all = true;
    every_set(n, s, {}, {}, [&](const std::vector<int>& set) {
      const auto holds = [&](int j) { return std::find(set.begin(), set.end(), j) != set.end(); };
      all = all && std::any_of(leaves.begin(), leaves.end(), [&](const Leaf& leaf) {
              return std::all_of(leaf.in.begin(), leaf.in.end(), holds) &&
                     std::none_of(leaf.out.begin(), leaf.out.end(), holds);
            });
    });
    Allowed allowed;
    allowed.s = static_cast<std::size_t>(s);
    EXPECT_EQ(!uncovered(leaves, static_cast<std::size_t>(n), allowed).has_value(), all);
  }
}

}  // namespace
}  // namespace explainee::verify
