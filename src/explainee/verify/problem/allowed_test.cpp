#include "explainee/verify/problem/allowed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/base/errors/speech.h"
#include "explainee/verify/leaves/coverage.h"
#include "explainee/verify/leaves/leaf_check.h"
#include "explainee/verify/leaves/monotone_leaf.h"
#include "explainee/verify/testing/true_claims.h"
#include "explainee/verify/verify.h"

namespace explainee::verify {
namespace {

double cost_of(const Certificate& claim, const std::vector<int>& set) {
  double sum = 0;
  for (const int j : set) sum += static_cast<double>(claim.costs[static_cast<std::size_t>(j)]) / 1e6;
  return sum;
}

/// Costs for a claim, and the best set that can be paid for.
void set_prices(const Rows& rows, base::Random& random, Certificate& claim) {
  claim.budget = 500'000 * (1 + static_cast<std::int64_t>(random.below(8)));
  for (std::size_t j = 0; j < claim.candidates.size(); ++j)
    claim.costs.push_back(500'000 * (1 + static_cast<std::int64_t>(random.below(4))));
  claim.support.clear();
  const double before = residual_of(rows, {}, {});
  double best = before;
  every_set(static_cast<int>(claim.candidates.size()), claim.s, {}, {}, [&](const std::vector<int>& set) {
    const double left = residual_of(rows, set, {});
    if (cost_of(claim, set) > static_cast<double>(*claim.budget) / 1e6 + 1e-9 || left >= best - 1e-12) return;
    best = left;
    claim.support = set;
  });
  claim.bits = claim.bound_bits = base::to_bits(0.5 * std::log(before / best));
}

Leaf random_leaf(int n, int s, base::Random& random) {
  Leaf leaf;
  for (int j = 0; j < n; ++j) {
    const std::uint64_t roll = random.below(6);
    if (roll == 0 && static_cast<int>(leaf.in.size()) < s) leaf.in.push_back(j);
    if (roll == 1) leaf.out.push_back(j);
  }
  return leaf;
}

TEST(Allowed, ClaimsAreAboutTheSetsThatCanBePaidFor) {
  base::Random random(41);
  int cheaper = 0;
  for (int k = 0; k < scaled(150); ++k) {
    const int n = 4 + static_cast<int>(random.below(5));
    const Rows rows = make_rows(random, 60, n);
    const Certificate plain = make_claim(rows, 0, 1 + static_cast<int>(random.below(4)));
    Certificate claim = plain;
    set_prices(rows, random, claim);
    const auto confirmed = verify(claim, rows.moments);
    ASSERT_TRUE(confirmed.ok()) << base::text(confirmed.error(), base::command_line());
    const auto read = read_certificate(write_certificate(claim), "c");
    ASSERT_TRUE(read.ok());
    EXPECT_TRUE(verify(read.value(), rows.moments).ok());
    if (!(*claim.bits < *plain.bits - 1e-6)) continue;
    ++cheaper;
    Certificate lie = claim;  // without its budget it is false, and so it is with a large one
    lie.costs.clear();
    lie.budget.reset();
    EXPECT_FALSE(verify(lie, rows.moments).ok());
    lie = claim;
    lie.budget = 100'000'000;
    EXPECT_FALSE(verify(lie, rows.moments).ok());
    lie = claim;  // and the best set cannot be paid for
    lie.support = plain.support;
    lie.bits = lie.bound_bits = plain.bits;
    EXPECT_FALSE(verify(lie, rows.moments).ok());
  }
  EXPECT_GT(cheaper, scaled(150) / 3);
}

TEST(Allowed, OnlySetsThatCanBePaidForNeedALeaf) {
  base::Random random(42);
  int covered = 0;
  for (int k = 0; k < scaled(600); ++k) {
    const int n = 3 + static_cast<int>(random.below(5));
    const int s = 1 + static_cast<int>(random.below(4));
    Allowed prices;
    prices.s = static_cast<std::size_t>(s);
    for (int j = 0; j < n; ++j) prices.costs.push_back(1 + static_cast<std::int64_t>(random.below(4)));
    prices.budget = 1 + static_cast<std::int64_t>(random.below(7));
    std::vector<Leaf> leaves;
    for (std::uint64_t l = 1 + random.below(6); l > 0; --l) leaves.push_back(random_leaf(n, s, random));
    bool all = true;
    every_set(n, s, {}, {}, [&](const std::vector<int>& set) {
      std::int64_t cost = 0;
      for (const int j : set) cost += prices.costs[static_cast<std::size_t>(j)];
      if (cost > prices.budget) return;
      const auto holds = [&](int j) { return std::find(set.begin(), set.end(), j) != set.end(); };
      all = all && std::any_of(leaves.begin(), leaves.end(), [&](const Leaf& leaf) {
              return std::all_of(leaf.in.begin(), leaf.in.end(), holds) &&
                     std::none_of(leaf.out.begin(), leaf.out.end(), holds);
            });
    });
    const bool shown = !uncovered(leaves, static_cast<std::size_t>(n), prices).has_value();
    EXPECT_LE(shown, all);  // what is not shown is at worst a certificate that is not accepted
    covered += shown ? 1 : 0;
  }
  EXPECT_GT(covered, 0);
}

TEST(Allowed, MonotoneBoundsHoldForEverySetThatCanBePaidFor) {
  base::Random random(43);
  int tighter = 0;
  for (int k = 0; k < scaled(300); ++k) {
    const int n = 5 + static_cast<int>(random.below(5));
    const Rows rows = make_rows(random, 80, n, random.below(4) == 0 ? 1e-3 : 1.0);
    Certificate claim = make_claim(rows, 0, 2 + static_cast<int>(random.below(4)));
    Leaf leaf = random_leaf(n, claim.s, random);
    leaf.kind = Leaf::Kind::kMonotone;
    const auto bound_of = [&](const Certificate& own) {
      const Prepared made(rows, own);
      const Workbench bench(made.claim, made.problem);
      const double unit = std::exp2(2 * made.problem.exponent(made.problem.target(0)));
      if (!bench.may_hold(leaf.in)) return std::numeric_limits<double>::infinity();
      return unit * monotone_bound(bench, leaf);
    };
    const double without = bound_of(claim);
    set_prices(rows, random, claim);
    const double bound = bound_of(claim);
    every_set(n, claim.s, leaf.in, leaf.out, [&](const std::vector<int>& set) {
      if (cost_of(claim, set) > static_cast<double>(*claim.budget) / 1e6 + 1e-9) return;
      EXPECT_LE(bound, residual_of(rows, set, {}) * (1 + 1e-9));
    });
    tighter += bound > without * (1 + 1e-9) ? 1 : 0;
  }
  EXPECT_GT(tighter, scaled(300) / 4);
}

TEST(Allowed, EnumerationsFindWhatCanBePaidForAndNothingElse) {
  base::Random random(44);
  for (int k = 0; k < scaled(150); ++k) {
    const int n = 5 + static_cast<int>(random.below(4));
    const Rows rows = make_rows(random, 80, n);
    Certificate claim = make_claim(rows, 0, 1 + static_cast<int>(random.below(4)));
    set_prices(rows, random, claim);
    const Leaf leaf = random_leaf(n, claim.s, random);
    double least = std::numeric_limits<double>::infinity();
    every_set(n, claim.s, leaf.in, leaf.out, [&](const std::vector<int>& set) {
      if (cost_of(claim, set) <= static_cast<double>(*claim.budget) / 1e6 + 1e-9)
        least = std::min(least, residual_of(rows, set, {}));
    });
    const double before = residual_of(rows, {}, {});
    const Prepared made(rows, claim);
    const Workbench bench(made.claim, made.problem);
    const auto shown_at = [&](double left) {
      Limit limit{0, Ball(0.5 * std::log(before / left)), 0};
      limit.residual = least_residual(made.problem, limit.nats);
      Judge judge(made.claim, made.problem, limit);
      return check_leaf(bench, leaf, limit, judge).empty();
    };
    if (!std::isfinite(least)) {
      EXPECT_TRUE(shown_at(before));  // no set at all
      continue;
    }
    EXPECT_TRUE(shown_at(least * (1 - 1e-6)));
    EXPECT_FALSE(shown_at(least * (1 + 1e-6)));
  }
}

}  // namespace
}  // namespace explainee::verify
