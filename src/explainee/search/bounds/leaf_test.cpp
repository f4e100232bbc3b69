#include "explainee/search/bounds/leaf.h"
#include "explainee/base/double_limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "explainee/base/tolerances.h"
#include "explainee/search/exact.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/incumbent_search_alone.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::Instance;
using brute_force::residual_from_rows;

bool holds(const Set& set, int column) { return std::binary_search(set.begin(), set.end(), column); }

double top(std::vector<double> values, int count) {
  std::sort(values.begin(), values.end(), std::greater<>());
  double sum = 0;
  for (int k = 0; k < std::min(count, static_cast<int>(values.size())); ++k) sum += values[static_cast<std::size_t>(k)];
  return sum;
}

/// The problem in units of variance 1 with factors given away, densely.
struct Dense {
  Eigen::MatrixXd c;
  Eigen::VectorXd b;
  double q = 0;
  std::vector<char> usable;

  Dense(const Problem& problem, const Eigen::MatrixXd& factors, const Eigen::VectorXd& scores) {
    c = problem.gram - factors * factors.transpose();
    b = problem.cross.col(0) - factors * scores;
    q = problem.target(0, 0) - scores.squaredNorm();
    for (Eigen::Index j = 0; j < c.rows(); ++j) {
      usable.push_back(problem.gram(j, j) > base::kDetermined * problem.column_scale[j] ? 1 : 0);
    }
    Eigen::VectorXd unit(c.rows());
    for (Eigen::Index j = 0; j < c.rows(); ++j) {
      unit[j] = usable[static_cast<std::size_t>(j)] != 0 ? 1 / std::sqrt(c(j, j)) : 0;
    }
    c = (unit.asDiagonal() * c * unit.asDiagonal()).eval();
    b = b.cwiseProduct(unit).eval();
  }
};

/// The bound of one part as search §3.3 states it, without a thought of rounding; the slow way.
double part_bound(const Dense& dense, const ProofLeaf& leaf, const SplitPart& part, int places, const Set& allowed) {
  if (part.d_block.empty()) return base::kInfinity;
  std::vector<int> block = leaf.in;
  block.insert(block.end(), leaf.chosen.begin(), leaf.chosen.end());
  const std::size_t regressed = block.size();
  block.insert(block.end(), part.beside.begin(), part.beside.end());
  const auto fixed = leaf.in.size();
  const Eigen::VectorXd d =
      Eigen::Map<const Eigen::VectorXd>(part.d_block.data(), static_cast<Eigen::Index>(block.size()));
  std::vector<int> own(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(regressed));
  Eigen::VectorXd gamma = Eigen::VectorXd::Zero(dense.b.size());
  if (!own.empty()) {
    const Eigen::VectorXd seen = dense.b(own);
    gamma(own) = part.theta * brute_force::solved(dense.c(own, own), seen);
    if (part.theta != 1 && fixed > 0) {
      for (const int j : leaf.in) gamma[j] = 0;
      const Eigen::VectorXd left = (dense.b - dense.c * gamma)(leaf.in);
      gamma(leaf.in) = brute_force::solved(dense.c(leaf.in, leaf.in), left);
    }
  }
  const Eigen::VectorXd rho = dense.b - dense.c * gamma;
  double value = dense.q - 2 * dense.b.dot(gamma) + gamma.dot(dense.c * gamma);
  std::vector<double> inside;
  for (std::size_t k = 0; k < block.size(); ++k) {
    const int j = block[k];
    const double dk = d[static_cast<Eigen::Index>(k)];
    if (k < fixed) {
      value -= rho[j] * rho[j] / dk;
      continue;
    }
    value += 2 * rho[j] * gamma[j] + dk * gamma[j] * gamma[j];
    inside.push_back(std::pow(rho[j] + dk * gamma[j], 2) / dk);
  }
  if (part.p == 0) {
    // Every set inside the block but the leaf's own.
    double best = 0;
    for (std::uint32_t bits = 0; bits < (1U << inside.size()); ++bits) {
      double sum = 0;
      int count = 0;
      for (std::size_t k = 0; k < inside.size(); ++k) {
        if (((bits >> k) & 1U) == 0) continue;
        sum += inside[k];
        ++count;
      }
      const bool same = bits == (1U << leaf.chosen.size()) - 1;
      if (!same && count <= places) best = std::max(best, sum);
    }
    return value - best;
  }
  const Eigen::MatrixXd held = Eigen::MatrixXd(dense.c(block, block)) - Eigen::MatrixXd(d.asDiagonal());
  EXPECT_TRUE(block.empty() || brute_force::smallest_eigenvalue(held) > 0);
  const Eigen::MatrixXd across = dense.c(Eigen::all, block);
  const Eigen::MatrixXd shadow = block.empty()
                                     ? Eigen::MatrixXd::Zero(dense.c.rows(), dense.c.rows())
                                     : Eigen::MatrixXd(across * brute_force::solved(held, across.transpose()));
  std::vector<int> outsiders;
  for (const int j : allowed) {
    if (std::find(block.begin(), block.end(), j) == block.end()) outsiders.push_back(j);
  }
  std::vector<double> outside;
  for (const int j : outsiders) {
    std::vector<double> weights;
    std::vector<double> roots;
    std::vector<double> plain;
    for (int l = 0; l < dense.c.rows(); ++l) {
      if (l == j || dense.usable[static_cast<std::size_t>(l)] == 0) continue;
      const bool outsider = std::find(outsiders.begin(), outsiders.end(), l) != outsiders.end();
      if (!outsider) continue;
      plain.push_back(std::abs(dense.c(j, l)));
      const double pi = part.rule == SplitRule::kWeighted
                            ? static_cast<double>((*part.weights)[static_cast<std::size_t>(l)]) /
                                  static_cast<double>((*part.weights)[static_cast<std::size_t>(j)])
                            : 1;
      weights.push_back(std::abs(dense.c(j, l) - shadow(j, l)) * pi);
    }
    for (const int l : outsiders) roots.push_back(std::sqrt(std::max(0.0, shadow(l, l))));
    const double taken = part.rule == SplitRule::kCheap
                             ? top(plain, part.p - 1) + std::sqrt(std::max(0.0, shadow(j, j))) * top(roots, part.p - 1)
                             : top(weights, part.p - 1);
    const double left = 1 - shadow(j, j) - taken;
    if (left <= 0) return -base::kInfinity;
    outside.push_back(rho[j] * rho[j] / left);
  }
  return value - top(inside, places - part.p) - top(outside, part.p);
}

Set allowed_columns(const Problem& problem, const Dense& plain, const ProofLeaf& leaf) {
  Set list;
  const Eigen::MatrixXd own = problem.gram(leaf.in, leaf.in);
  for (int j = 0; j < problem.columns(); ++j) {
    if (plain.usable[static_cast<std::size_t>(j)] == 0 || holds(leaf.in, j) || holds(leaf.out, j)) continue;
    double left = problem.gram(j, j);
    if (!leaf.in.empty()) {
      const Eigen::VectorXd across = problem.gram(leaf.in, j);
      left -= brute_force::solved(own, across).col(0).dot(across);
    }
    if (left > base::kDetermined * problem.column_scale[j]) list.push_back(j);
  }
  return list;
}

TEST(ProofLeaf, HoldsWhatIsNeededToProveItAgain) {
  base::Random random(51);
  int splits = 0;
  int masters = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(150); ++seed) {
    SCOPED_TRACE(seed);
    brute_force::Shape shape;
    shape.columns = 7 + static_cast<int>(random.below(4));
    shape.rows = 20 + static_cast<int>(random.below(400));
    shape.summaries = 0;
    const Instance instance = brute_force::random_instance(shape, 8000 + seed);
    SearchOptions options;
    options.sparsity = 2 + static_cast<int>(random.below(3));
    options.keep_leaves = true;
    const Problem& problem = instance.problem;
    const Solution solution = find_exact_by(problem, options, brute_force::incumbent_search_alone());
    ASSERT_TRUE(solution.optimal);
    ASSERT_NE(solution.proof, nullptr);
    const Proof& proof = *solution.proof;
    const Dense dense(problem, proof.factors, proof.scores);
    const Dense plain(problem, Eigen::MatrixXd(problem.columns(), 0), Eigen::VectorXd(0));
    const double q = problem.target(0, 0);
    for (const ProofLeaf& leaf : proof.leaves) {
      const int places = options.sparsity - static_cast<int>(leaf.in.size());
      if (leaf.kind == LeafKind::kSplit) {
        ++splits;
        ASSERT_EQ(static_cast<int>(leaf.split.size()), places + 1);
        const Set allowed = allowed_columns(problem, plain, leaf);
        for (const SplitPart& part : leaf.split) {
          EXPECT_GE(part_bound(dense, leaf, part, places, allowed), leaf.bound - 1e-6 * q) << part.p;
        }
        if (!leaf.against_facts) {
          EXPECT_GT(leaf.bound, proof.cutoff);
        }
      } else if (leaf.kind == LeafKind::kMaster) {
        ++masters;
        EXPECT_GT(brute_force::smallest_eigenvalue(plain.c), leaf.d);
        Eigen::VectorXd gamma = Eigen::VectorXd::Zero(problem.columns());
        for (const auto& [column, value] : leaf.gamma) gamma[column] = value;
        const Eigen::VectorXd w = plain.b - plain.c * gamma + leaf.d * gamma;
        const double base = q - gamma.dot(plain.c * gamma) + leaf.d * gamma.squaredNorm();
        std::vector<double> free;
        double fixed = 0;
        for (int j = 0; j < problem.columns(); ++j) {
          if (holds(leaf.in, j)) fixed += w[j] * w[j] / leaf.d;
          if (!holds(leaf.in, j) && !holds(leaf.out, j)) free.push_back(w[j] * w[j] / leaf.d);
        }
        if (leaf.never.empty() && leaf.always.empty()) {
          EXPECT_GE(base - fixed - top(free, places), leaf.bound - 1e-6 * q);
        }
      }
    }
    // Every set belongs to a leaf whose bound it respects, or is one that was looked at.
    for (std::uint32_t bits = 0; bits < (1U << problem.columns()); ++bits) {
      Set set;
      for (int j = 0; j < problem.columns(); ++j) {
        if ((bits >> j) & 1U) set.push_back(j);
      }
      if (static_cast<int>(set.size()) > options.sparsity) continue;
      bool found = false;
      for (const ProofLeaf& leaf : proof.leaves) {
        const bool inside = std::includes(set.begin(), set.end(), leaf.in.begin(), leaf.in.end()) &&
                            std::none_of(set.begin(), set.end(), [&](int j) { return holds(leaf.out, j); });
        if (!inside) continue;
        const bool screening = !leaf.never.empty() || !leaf.always.empty();
        const bool screened =
            std::any_of(leaf.never.begin(), leaf.never.end(), [&](int j) { return holds(set, j); }) ||
            std::any_of(leaf.always.begin(), leaf.always.end(), [&](int j) { return !holds(set, j); });
        if (screening && !screened) continue;
        found = true;
        Set own = leaf.in;
        own.insert(own.end(), leaf.chosen.begin(), leaf.chosen.end());
        std::sort(own.begin(), own.end());
        if (set == own || set == leaf.in || leaf.kind == LeafKind::kEnumerate || leaf.kind == LeafKind::kMonotone)
          continue;
        EXPECT_GE(residual_from_rows(instance, set), leaf.bound - 1e-12 * q);
      }
      EXPECT_TRUE(found) << bits;
    }
    if (HasFailure()) return;
  }
  EXPECT_TRUE(brute_force::sweep_size(150) < 100 || (splits > 20 && masters > 20));
}

}  // namespace
}  // namespace explainee::search
