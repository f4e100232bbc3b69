#include "explainee/search/dual_bound.h"

#include <gtest/gtest.h>

#include "explainee/search/balance.h"
#include "explainee/search/brute_force.h"
#include "explainee/search/expect_right.h"
#include "explainee/search/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::random_instance;
using brute_force::Shape;

void run_all(std::size_t count, const std::function<void(std::size_t)>& task) {
  for (std::size_t k = 0; k < count; ++k) task(k);
}

/// Σ(ŷ|u, x_E) from the rows, by singular values, in the units of `problem`: a Gram matrix that is nearly singular has
/// too few digits left to judge a bound by.
Eigen::MatrixXd residual_given(const brute_force::Instance& instance, const Problem& problem,
                               const std::vector<int>& columns) {
  Eigen::MatrixXd y = instance.y;
  if (!columns.empty()) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(instance.x(Eigen::all, columns), Eigen::ComputeThinU);
    const Eigen::Index rank = (svd.singularValues().array() > 1e-9 * svd.singularValues()[0]).count();
    const Eigen::MatrixXd basis = svd.matrixU().leftCols(rank);
    for (int twice = 0; twice < 2; ++twice) y -= basis * (basis.transpose() * y).eval();
  }
  const Eigen::VectorXd unit = problem.target.diagonal().cwiseQuotient(instance.problem.target.diagonal()).cwiseSqrt();
  const Eigen::MatrixXd left = y.transpose() * y / static_cast<double>(y.rows());
  return unit.asDiagonal() * left * unit.asDiagonal();
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
    ASSERT_TRUE(tableau.fill({}, run_all));
    std::vector<int> out;
    for (int j = 0; j < static_cast<int>(columns.size); ++j) {
      if (random.below(3) == 0) out.push_back(j);
    }
    const int last = out.empty() ? -1 : out.back();
    if (last >= 0) out.pop_back();
    for (const int j : out) tableau.forbid(j);
    DualBound dual(columns, 4);
    const Eigen::MatrixXd bound = dual.residual(tableau, last >= 0 ? std::vector<int>{last} : std::vector<int>{}).lower;
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
      const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(excess).eigenvalues().minCoeff();
      EXPECT_GE(least, -1e-12 * problem.target.norm());
      // Where nothing is spare the bound is the residual itself, up to rounding.
      const bool whole = some.size() == allowed.size() && tableau.spare().empty();
      EXPECT_TRUE(!whole || excess.norm() < 1e-3 * problem.target.norm()) << excess.norm();
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace explainee::search
