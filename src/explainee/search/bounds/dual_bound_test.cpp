#include "explainee/search/bounds/dual_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/search/problem/balance.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/expect_right.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::random_instance;
using brute_force::Shape;

constexpr double kColumnsRounding = 1e-12;  ///< eps times the number of columns, with room

/// Σ(ŷ|u, x_E) from the rows, by singular values, in the units of `problem`: a Gram matrix that is nearly singular has
/// too few digits left to judge a bound by.
Eigen::MatrixXd residual_given(const brute_force::Instance& instance, const Problem& problem,
                               const std::vector<int>& columns) {
  const Eigen::MatrixXd y = brute_force::residuals(instance.x(Eigen::all, columns), instance.y);
  const Eigen::VectorXd unit = problem.target.diagonal().cwiseQuotient(instance.problem.target.diagonal()).cwiseSqrt();
  const Eigen::MatrixXd left = y.transpose() * y / static_cast<double>(y.rows());
  return unit.asDiagonal() * left * unit.asDiagonal();
}

/// In units of the columns' own variances.
double largest_precision(const Tableau& tableau) {
  double most = 1;
  for (int j = 0; j < static_cast<int>(tableau.columns().size); ++j) {
    if (tableau.in_basis(j)) most = std::max(most, tableau.precision(j, j) * tableau.columns().scale[j]);
  }
  return most;
}

TEST(DualBound, IsBelowEverySubsetAndNearTheWhole) {
  base::Random random(9);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(5000); ++seed) {
    SCOPED_TRACE(seed);
    Shape shape = brute_force::random_shape(random);
    shape.predictions = 1 + static_cast<int>(random.below(3));
    shape.rows = std::max(shape.rows, shape.predictions + 4);
    shape.near_duplicate = 0;
    const brute_force::Instance instance = random_instance(shape, seed);
    const Problem problem = balanced(instance.problem);
    const UsableColumns columns(problem);
    Tableau tableau(columns);
    ASSERT_TRUE(tableau.fill({}, brute_force::one_by_one));
    double precision = largest_precision(tableau);
    std::vector<int> out;
    for (int j = 0; j < static_cast<int>(columns.size); ++j) {
      if (random.below(3) == 0) out.push_back(j);
    }
    const int last = out.empty() ? -1 : out.back();
    if (last >= 0) out.pop_back();
    for (const int j : out) {
      tableau.forbid(j);
      precision = std::max(precision, largest_precision(tableau));
    }
    DualBound dual(columns, 4);
    const Eigen::MatrixXd bound = dual.residual(tableau, last >= 0 ? std::vector<int>{last} : std::vector<int>{}).lower;
    double length = 1;
    for (int j = 0; j < static_cast<int>(columns.size); ++j) {
      if (!tableau.in_basis(j)) continue;
      Eigen::VectorXd gamma(shape.predictions);
      for (int k = 0; k < shape.predictions; ++k) gamma[k] = tableau.coefficient(j, k);
      length += columns.root_variance[j] * (columns.target_inverse * gamma).norm();
    }
    std::vector<int> allowed;
    for (int j = 0; j < static_cast<int>(columns.size); ++j) {
      if (j != last && tableau.allowed(j)) allowed.push_back(columns.column[static_cast<std::size_t>(j)]);
    }
    for (std::uint32_t bits = 0; bits < (1U << allowed.size()); ++bits) {
      std::vector<int> some;
      for (std::size_t k = 0; k < allowed.size(); ++k) {
        if ((bits >> k) & 1U) some.push_back(allowed[k]);
      }
      const Eigen::MatrixXd excess = residual_given(instance, problem, some) - bound;
      const double least = brute_force::smallest_eigenvalue(excess);
      EXPECT_GE(least, -1e-12 * problem.target.norm());
      // Where nothing is spare the bound is the residual itself, up to rounding. In units in which the predictions have
      // variance 1 given u, w is off by eps·length, length = 1 + Σ√G_jj‖γ_j‖, and reaches |β| ≤ √P; γᵀGγ is off by
      // eps·length². γ comes from a tableau that once held other columns: digits that near-dependent ones cost it are
      // not won back when those are forbidden, so that the largest P on the way counts. The bound stays valid, since w
      // is taken from G and b themselves; it is only loose. Where P·variance was beyond 1e9 little is left of γ.
      const bool whole = some.size() == allowed.size() && tableau.spare().empty();
      const double rounding = precision < 1e9 ? kColumnsRounding * length * length * precision : 1e-3;
      EXPECT_TRUE(!whole || excess.norm() < rounding * problem.target.norm())
          << excess.norm() / problem.target.norm() << " length " << length << " precision " << precision;
    }
    if (HasFailure()) return;
  }
  brute_force::say_count("bounds checked", brute_force::sweep_size(5000));  // 100 000 at scale 20
}

}  // namespace
}  // namespace explainee::search
