#include "explainee/verify/leaves/master_leaf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

TEST(MasterBound, IsNeverAboveTheTruth) {
  base::Random random(7);
  int sound = 0;
  for (int k = 0; k < scaled(400); ++k) {
    const int n = 4 + static_cast<int>(random.below(6));
    const Rows rows = make_rows(random, 80, n);
    Certificate claim = make_claim(rows, 0, 1 + static_cast<int>(random.below(4)));
    set_units(rows, claim);
    claim.least_eigenvalue = 0.02 + 0.5 * random.uniform();
    const Prepared made(rows, claim);
    const Workbench bench(made.claim, made.problem);
    const double unit = std::exp2(2 * made.problem.exponent(made.problem.target(0)));
    if (!check_least_eigenvalue(bench).empty()) continue;
    ++sound;
    Leaf leaf;
    leaf.kind = Leaf::Kind::kMaster;
    for (int j = 0; j < n; ++j) {
      const std::uint64_t roll = random.below(8);
      if (roll == 0 && static_cast<int>(leaf.in.size()) < claim.s) leaf.in.push_back(j);
      if (roll == 1) leaf.out.push_back(j);
      if (random.below(2) == 0) leaf.gamma.emplace_back(j, random.normal() * 0.5);
    }
    for (int j = 0; j < n; ++j) {
      if (holds(leaf.in, static_cast<std::size_t>(j)) || holds(leaf.out, static_cast<std::size_t>(j))) continue;
      const std::uint64_t roll = random.below(6);
      if (roll == 0) leaf.one_of.push_back(j);
      if (roll == 1) leaf.not_all_of.push_back(j);
    }
    const double bound = unit * master_bound(bench, leaf);
    every_set(n, claim.s, leaf.in, leaf.out, [&](const std::vector<int>& set) {
      const auto in_set = [&](int j) { return holds(set, static_cast<std::size_t>(j)); };
      const bool narrowed = !leaf.one_of.empty() || !leaf.not_all_of.empty();
      const bool held = std::any_of(leaf.one_of.begin(), leaf.one_of.end(), in_set) ||
                        !std::all_of(leaf.not_all_of.begin(), leaf.not_all_of.end(), in_set);
      if (!narrowed || held) {
        EXPECT_LE(bound, residual_of(rows, set, {}) * (1 + 1e-12));
      }
    });
  }
  EXPECT_GT(sound, scaled(400) / 8);
}

}  // namespace
}  // namespace explainee::verify
