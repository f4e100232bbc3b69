#include "explainee/verify/leaves/split_leaf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

/// A node with a block of random columns, random shares and a random γ near the regression: the bound must hold
/// whatever they are.
TEST(SplitBound, IsNeverAboveTheTruth) {
  base::Random random(6);
  int sound = 0;
  for (int k = 0; k < scaled(400); ++k) {
    const int n = 5 + static_cast<int>(random.below(5));
    const Rows rows = make_rows(random, 80, n);
    Certificate claim = make_claim(rows, 0, 2 + static_cast<int>(random.below(3)));
    set_units(rows, claim);
    if (random.below(2) == 0) {
      claim.factors.emplace_back();
      for (int j = 0; j < n; ++j) claim.factors.back().loadings.push_back(0.3 * random.uniform());
      claim.factors.back().score = random.normal() * 0.3;
    }
    Leaf leaf;
    leaf.kind = Leaf::Kind::kSplit;
    if (random.below(2) == 0) leaf.in.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(n))));
    SplitClass part;
    for (int j = 0; j < n; ++j) {
      const bool in = std::find(leaf.in.begin(), leaf.in.end(), j) != leaf.in.end();
      if (!in && random.below(6) == 0) leaf.out.push_back(j);
      if (!in && random.below(3) != 0) continue;
      leaf.block.push_back(j);
      part.d.push_back(0.05 + 0.3 * random.uniform());
      part.gamma.push_back(random.normal() * 0.5);
    }
    if (random.below(2) == 0) {
      for (int j = 0; j < n; ++j) part.weights.push_back(0.5 + random.uniform());
    }
    const Prepared made(rows, claim);
    const double unit = std::exp2(2 * made.problem.exponent(made.problem.target(0)));
    const int places = claim.s - static_cast<int>(leaf.in.size());
    for (part.p = 0; part.p <= places; ++part.p) {
      const double bound = unit * split_bound(Workbench(made.claim, made.problem), leaf, part);
      if (!std::isfinite(bound)) continue;
      ++sound;
      every_set(n, claim.s, leaf.in, leaf.out, [&](const std::vector<int>& set) {
        const auto outside = std::count_if(set.begin(), set.end(), [&](int j) {
          return std::find(leaf.block.begin(), leaf.block.end(), j) == leaf.block.end();
        });
        if (outside != part.p) return;
        EXPECT_LE(bound, residual_of(rows, set, {}) * (1 + 1e-12));
      });
    }
  }
  EXPECT_GT(sound, scaled(400) / 4);
}

}  // namespace
}  // namespace explainee::verify
