#include "explainee/verify/problem/plain_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "explainee/base/random.h"
#include "explainee/verify/problem/workbench.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

/// With a limit in the middle of all sets: every set that leaves less is named, and hardly any other.
TEST(PlainScan, NamesEverySetThatLeavesLess) {
  base::Random random(10);
  for (int k = 0; k < scaled(150); ++k) {
    const int n = 5 + static_cast<int>(random.below(5));
    const Rows rows = make_rows(random, 80, n, random.below(3) == 0 ? 1e-3 : 1.0);
    const Certificate claim = make_claim(rows, 0, 1 + static_cast<int>(random.below(5)));
    const Prepared made(rows, claim);
    const CheckedProblem& problem = made.problem;
    const double unit = std::exp2(2 * problem.exponent(problem.target(0)));
    Leaf leaf;
    std::vector<std::size_t> free;
    for (int j = 0; j < n; ++j) {
      const std::uint64_t roll = random.below(8);
      if (roll == 0 && static_cast<int>(leaf.in.size()) < claim.s) {
        leaf.in.push_back(j);
      } else if (roll == 7) {
        leaf.out.push_back(j);
      } else {
        free.push_back(static_cast<std::size_t>(j));
      }
    }
    std::map<std::vector<int>, double> all;
    std::vector<double> sorted;
    every_set(n, claim.s, leaf.in, leaf.out,
              [&](const std::vector<int>& set) { sorted.push_back(all[set] = residual_of(rows, set, {})); });
    std::sort(sorted.begin(), sorted.end());
    const double least = sorted[random.below(sorted.size())];
    std::set<std::vector<int>> named;
    const Workbench bench(made.claim, problem, random.below(2) == 0 ? 0 : 600);
    PlainScan scan(
        problem, least / unit,
        [&](const std::vector<std::size_t>& set) {
          std::vector<int> found(set.begin(), set.end());
          std::sort(found.begin(), found.end());
          EXPECT_TRUE(named.insert(found).second);
          return true;
        },
        bench.allowed());
    if (leaf.in.size() == static_cast<std::size_t>(claim.s)) free.clear();
    EXPECT_EQ(bench.free_candidates(leaf), free);
    EXPECT_TRUE(scan.run(leaf.in, bench.given_free(leaf, free), static_cast<std::size_t>(claim.s) - leaf.in.size()));
    for (const auto& [set, left] : all) {
      if (std::abs(left - least) <= 1e-9 * least) continue;
      EXPECT_EQ(named.contains(set), left < least);
    }
  }
}

}  // namespace
}  // namespace explainee::verify
