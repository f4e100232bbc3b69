#include "explainee/verify/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <set>

#include "explainee/base/bits.h"
#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/moments/moments_file.h"
#include "explainee/verify/leaves/coverage.h"
#include "explainee/verify/leaves/master_leaf.h"
#include "explainee/verify/leaves/monotone_leaf.h"
#include "explainee/verify/leaves/split_leaf.h"
#include "explainee/verify/problem/evened_problem.h"
#include "explainee/verify/problem/plain_scan.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

TEST(DoubleDouble, KeepsThirtyDigits) {
  const DoubleDouble third = DoubleDouble(1) / 3.0;
  EXPECT_EQ((third * 3.0 - 1.0).value(), 0);
  const DoubleDouble root = square_root(DoubleDouble(2));
  EXPECT_LT(std::abs((root * root - 2.0).value()), 1e-30);
  EXPECT_EQ(((DoubleDouble(1e16) + 1.0) - 1e16).value(), 1);
}

TEST(Verify, AcceptsWhatBruteForceFindsAndNothingElse) {
  base::Random random(3);
  for (int k = 0; k < scaled(60); ++k) {
    const int columns = 4 + static_cast<int>(random.below(5));
    const Rows rows = make_rows(random, 60, columns);
    const Certificate claim =
        make_claim(rows, static_cast<int>(random.below(3)), 1 + static_cast<int>(random.below(3)));
    const auto confirmed = verify(claim, rows.moments);
    ASSERT_TRUE(confirmed.ok()) << base::text(confirmed.error(), base::command_line());
    EXPECT_TRUE(confirmed.value().optimal);
    // Falsified in every way, each must be rejected.
    std::vector<Certificate> lies(7, claim);
    lies[0].support.back() = (lies[0].support.back() + 1) % static_cast<int>(claim.candidates.size());
    lies[1].bound_bits = *claim.bound_bits - 1e-3;
    lies[2].bits = *claim.bits + 1e-6;
    lies[3].who.knows.push_back("x" + std::to_string(columns - 1));
    lies[4].moments_sha256[5] = claim.moments_sha256[5] == '0' ? '1' : '0';
    lies[5].leaves.clear();
    lies[6].leaves.front().out = {claim.support.front()};
    for (std::size_t lie = 0; lie < lies.size(); ++lie) EXPECT_FALSE(verify(lies[lie], rows.moments).ok()) << lie;
    EXPECT_FALSE(verify(claim, make_rows(random, 60, columns).moments).ok());
  }
  std::cout << "             certificates accepted: " << scaled(60) << ", falsified and rejected: " << 8 * scaled(60)
            << '\n';
}

TEST(Verify, AFileThatWasChangedIsNotRead) {
  base::Random random(4);
  const Rows rows = make_rows(random, 40, 5);
  const std::string text = write_certificate(make_claim(rows, 1, 2));
  const auto read = read_certificate(text, "c");
  ASSERT_TRUE(read.ok()) << base::text(read.error(), base::command_line());
  EXPECT_TRUE(verify(read.value(), rows.moments).ok());
  for (int k = 0; k < scaled(1000); ++k) {
    std::string changed = text;
    const auto at = static_cast<std::size_t>(random.below(text.size() - 1));
    changed[at] = static_cast<char>(' ' + random.below(95));
    if (changed == text) continue;
    const auto result = read_certificate(changed, "c");
    if (!result.ok()) continue;
    EXPECT_EQ(write_certificate(result.value()), text) << changed;  // white space between tokens
  }
}

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
    EXPECT_EQ(!uncovered(leaves, n, s).has_value(), all);
  }
}

/// A node with a block of random columns, random shares and a random γ near the regression: the bound must hold
/// whatever they are.
TEST(SplitBound, IsNeverAboveTheTruth) {
  base::Random random(6);
  int sound = 0;
  for (int k = 0; k < scaled(400); ++k) {
    const int n = 5 + static_cast<int>(random.below(5));
    const Rows rows = make_rows(random, 80, n);
    Certificate claim = make_claim(rows, 0, 2 + static_cast<int>(random.below(3)));
    const CheckedProblem problem = condition(claim, rows.moments).value();
    for (std::size_t j = 0; j < claim.unit.size(); ++j) claim.unit[j] = 1 / std::sqrt(problem.own[j]);
    if (random.below(2) == 0) {
      claim.factors.emplace_back();
      for (int j = 0; j < n; ++j) claim.factors.back().push_back(0.3 * random.uniform());
      claim.scores.push_back(random.normal() * 0.3);
    }
    Leaf leaf;
    leaf.kind = Leaf::Kind::kSplit;
    if (random.below(2) == 0) leaf.in.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(n))));
    SplitClass part;
    for (int j = 0; j < n; ++j) {
      const bool in = std::find(leaf.in.begin(), leaf.in.end(), j) != leaf.in.end();
      if (!in && random.below(6) == 0) leaf.out.push_back(j);
      if (!in && random.below(3) != 0) continue;
      part.block.push_back(j);
      part.held_back.push_back(0.05 + 0.3 * random.uniform());
      part.gamma.push_back(random.normal() * 0.5);
    }
    if (random.below(2) == 0) {
      for (int j = 0; j < n; ++j) part.weights.push_back(0.5 + random.uniform());
    }
    const int places = claim.s - static_cast<int>(leaf.in.size());
    for (part.p = 0; part.p <= places; ++part.p) {
      const double bound = split_bound(Workbench(claim, problem), leaf, part);
      if (!std::isfinite(bound)) continue;
      ++sound;
      every_set(n, claim.s, leaf.in, leaf.out, [&](const std::vector<int>& set) {
        const auto outside = std::count_if(set.begin(), set.end(), [&](int j) {
          return std::find(part.block.begin(), part.block.end(), j) == part.block.end();
        });
        if (outside != part.p) return;
        EXPECT_LE(bound, residual_of(rows, set, {}) * (1 + 1e-12));
      });
    }
  }
  EXPECT_GT(sound, scaled(400) / 4);
}

TEST(MasterBound, IsNeverAboveTheTruth) {
  base::Random random(7);
  int sound = 0;
  for (int k = 0; k < scaled(400); ++k) {
    const int n = 4 + static_cast<int>(random.below(6));
    const Rows rows = make_rows(random, 80, n);
    Certificate claim = make_claim(rows, 0, 1 + static_cast<int>(random.below(4)));
    const CheckedProblem problem = condition(claim, rows.moments).value();
    for (std::size_t j = 0; j < claim.unit.size(); ++j) claim.unit[j] = 1 / std::sqrt(problem.own[j]);
    claim.least_eigenvalue = 0.02 + 0.5 * random.uniform();
    if (!check_least_eigenvalue(Workbench(claim, problem)).empty()) continue;
    ++sound;
    Leaf leaf;
    leaf.kind = Leaf::Kind::kMaster;
    for (int j = 0; j < n; ++j) {
      const std::uint64_t roll = random.below(8);
      if (roll == 0 && static_cast<int>(leaf.in.size()) < claim.s) leaf.in.push_back(j);
      if (roll == 1) leaf.out.push_back(j);
      if (random.below(2) == 0) leaf.gamma.emplace_back(j, random.normal() * 0.5);
    }
    const double bound = master_bound(Workbench(claim, problem), leaf);
    every_set(n, claim.s, leaf.in, leaf.out,
              [&](const std::vector<int>& set) { EXPECT_LE(bound, residual_of(rows, set, {}) * (1 + 1e-12)); });
  }
  EXPECT_GT(sound, scaled(400) / 8);
}

/// `in` and `out` at random, and now and then a column close to another.
TEST(MonotoneBound, IsNeverAboveTheTruthAndCloseToTheDrop) {
  base::Random random(8);
  int sound = 0;
  for (int k = 0; k < scaled(400); ++k) {
    const int n = 4 + static_cast<int>(random.below(6));
    const int known = static_cast<int>(random.below(3));
    Rows rows = make_rows(random, 80, n + known, random.below(3) == 0 ? std::pow(10.0, -3 * random.uniform()) : 1.0);
    const Certificate claim = make_claim(rows, known, 1 + static_cast<int>(random.below(4)));
    const CheckedProblem problem = condition(claim, rows.moments).value();
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
    const double bound = monotone_bound(Workbench(claim, problem), leaf);
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
    if (left.size() <= places || !std::isfinite(bound)) continue;
    ++sound;
    EXPECT_NEAR(bound, left[places], 1e-8 * left[places]);
  }
  EXPECT_GT(sound, scaled(400) / 3);
}

/// Whether matrix − shift·I has a pivot below 0, and so an eigenvalue below the shift.
bool has_eigenvalue_below(const Eigen::MatrixXd& matrix, long double shift) {
  const auto n = static_cast<std::size_t>(matrix.rows());
  std::vector<std::vector<long double>> a(n, std::vector<long double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      a[i][j] = matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) - (i == j ? shift : 0.0L);
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (a[k][k] <= 0) return true;
    for (std::size_t i = k + 1; i < n; ++i) {
      for (std::size_t j = k + 1; j < n; ++j) a[i][j] -= a[i][k] * a[k][j] / a[k][k];
    }
  }
  return false;
}

/// The least eigenvalue of a matrix of unit diagonal, by halving.
double least_eigenvalue(const Eigen::MatrixXd& matrix) {
  long double low = 0;
  long double high = 1;
  for (int step = 0; step < 100; ++step) {
    const long double middle = (low + high) / 2;
    (has_eigenvalue_below(matrix, middle) ? high : low) = middle;
  }
  return static_cast<double>(low);
}

/// So small that only the eigenvalues themselves tell it from rounding.
TEST(EvenedProblem, FindsALeastEigenvalueNextToRounding) {
  base::Random random(12);
  for (const int n : {2, 5, 12}) {
    const Rows rows = make_rows(random, 200, n, 3e-6);
    const CheckedProblem problem = condition(make_claim(rows, 0, 1), rows.moments).value();
    const EvenedProblem even(problem);
    std::vector<int> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    const double truth = least_eigenvalue(even.rounded);
    EXPECT_LT(truth, 1e-10);
    EXPECT_LE(even.least_eigenvalue(all), 1.001 * truth);
    EXPECT_GT(even.least_eigenvalue(all), 0.5 * truth);
  }
}

TEST(EvenedProblem, StopsWhileItLooksForEigenvalues) {
  base::Random random(13);
  const Rows rows = make_rows(random, 200, 10, 3e-6);
  std::atomic<bool> cancel = false;
  base::Control control;
  control.cancel = &cancel;
  const auto problem = condition(make_claim(rows, 0, 1), rows.moments, control);
  ASSERT_TRUE(problem.ok());
  const EvenedProblem even(problem.value());
  cancel = true;
  EXPECT_THROW((void)even.least_eigenvalue({0, 1, 2}), Stopped);
}

TEST(MonotoneBound, ShowsNothingWhereColumnsDetermineEachOther) {
  base::Random random(9);
  const Rows rows = make_rows(random, 80, 6, 0.0);
  const Certificate claim = make_claim(rows, 0, 2);
  const CheckedProblem problem = condition(claim, rows.moments).value();
  Leaf leaf;
  leaf.kind = Leaf::Kind::kMonotone;
  EXPECT_FALSE(monotone_bound(Workbench(claim, problem), leaf) > 0);
  leaf.out = {1};
  EXPECT_GT(monotone_bound(Workbench(claim, problem), leaf), 0);
}

/// With a limit in the middle of all sets: every set that leaves less is named, and hardly any other.
TEST(PlainScan, NamesEverySetThatLeavesLess) {
  base::Random random(10);
  for (int k = 0; k < scaled(150); ++k) {
    const int n = 5 + static_cast<int>(random.below(5));
    const Rows rows = make_rows(random, 80, n, random.below(3) == 0 ? 1e-3 : 1.0);
    const Certificate claim = make_claim(rows, 0, 1 + static_cast<int>(random.below(5)));
    const CheckedProblem problem = condition(claim, rows.moments).value();
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
    PlainScan scan(problem, least, [&](const std::vector<std::size_t>& set) {
      std::vector<int> found(set.begin(), set.end());
      std::sort(found.begin(), found.end());
      EXPECT_TRUE(named.insert(found).second);
      return true;
    });
    const Workbench bench(claim, problem, random.below(2) == 0 ? 0 : 600);
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
