#include "explainee/verify/leaves/monotone_leaf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

/// `in` and `out` at random, and now and then a column close to another.
TEST(MonotoneBound, IsNeverAboveTheTruthAndCloseToTheDrop) {
  base::Random random(8);
  int sound = 0;
  for (int k = 0; k < scaled(400); ++k) {
    const int n = 4 + static_cast<int>(random.below(6));
    const int known = static_cast<int>(random.below(3));
    Rows rows = make_rows(random, 80, n + known, random.below(3) == 0 ? std::pow(10.0, -3 * random.uniform()) : 1.0);
    const Certificate claim = make_claim(rows, known, 1 + static_cast<int>(random.below(4)));
    const Prepared made(rows, claim);
    const double unit = std::exp2(2 * made.problem.exponent(made.problem.target(0)));
    Leaf leaf;
    leaf.kind = Leaf::Kind::kMonotone;
    std::vector<int> free;
    for (int j = 0; j < n; ++j) {
      const std::uint64_t roll = random.below(8);
      if (roll < 2 && static_cast<int>(leaf.in.size()) < claim.s) {
        leaf.in.push_back(j);
      } else {
        (roll == 7 ? leaf.out : free).push_back(j);
      }
    }
    const double bound = unit * monotone_bound(Workbench(made.claim, made.problem), leaf);
    const auto shifted = [&](std::vector<int> set) {
      for (int& j : set) j += known;
      return set;
    };
    std::vector<int> hers(static_cast<std::size_t>(known));
    std::iota(hers.begin(), hers.end(), 0);
    every_set(n, claim.s, leaf.in, leaf.out, [&](const std::vector<int>& set) {
      EXPECT_LE(bound, residual_of(rows, shifted(set), hers) * (1 + 1e-9));
    });
    // The same by dropping every free one in turn.
    std::vector<double> left;
    for (const int dropped : free) {
      std::vector<int> rest = leaf.in;
      for (const int j : free) {
        if (j != dropped) rest.push_back(j);
      }
      left.push_back(residual_of(rows, shifted(rest), hers));
    }
    std::sort(left.begin(), left.end(), std::greater<>());
    const std::size_t places = static_cast<std::size_t>(claim.s) - leaf.in.size();
    if (places == 0 || left.size() <= places || !std::isfinite(bound)) continue;
    ++sound;
    EXPECT_NEAR(bound, left[places], 1e-8 * left[places]);
  }
  EXPECT_GT(sound, scaled(400) / 3);
}

TEST(MonotoneBound, ShowsNothingWhereColumnsDetermineEachOther) {
  base::Random random(9);
  const Rows rows = make_rows(random, 80, 6, 0.0);
  const Certificate claim = make_claim(rows, 0, 2);
  const Prepared made(rows, claim);
  Leaf leaf;
  leaf.kind = Leaf::Kind::kMonotone;
  EXPECT_FALSE(monotone_bound(Workbench(made.claim, made.problem), leaf) > 0);
  leaf.out = {1};
  EXPECT_GT(monotone_bound(Workbench(made.claim, made.problem), leaf), 0);
}

}  // namespace
}  // namespace explainee::verify
