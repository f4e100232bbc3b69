#include "explainee/search/algebra/tableau.h"

#include <gtest/gtest.h>

#include "explainee/search/problem/balance.h"
#include "explainee/search/testing/brute_force.h"

namespace explainee::search {
namespace {

using brute_force::random_instance;
using brute_force::Shape;

TEST(Tableau, HoldsTheRegressionOnWhatIsLeft) {
  for (const int n : {5, 30, 90}) {
    Shape shape;
    shape.columns = n;
    shape.rows = 3 * n;
    shape.summary_in_span = false;
    shape.predictions = 2;
    const Problem problem = balanced(random_instance(shape, 1).problem);
    const UsableColumns columns(problem);
    Tableau tableau(columns);
    ASSERT_TRUE(tableau.fill({}, brute_force::one_by_one));
    EXPECT_TRUE(tableau.spare().empty());
    for (const int j : {1, 3}) tableau.forbid(j);
    std::vector<int> left;
    for (int j = 0; j < n; ++j) {
      if (j != 1 && j != 3) left.push_back(j);
    }
    const Eigen::MatrixXd precision = Eigen::MatrixXd(problem.gram(left, left)).inverse();
    const Eigen::MatrixXd beta = precision * problem.cross(left, Eigen::all);
    const Eigen::MatrixXd residual = problem.target - problem.cross(left, Eigen::all).transpose() * beta;
    for (std::size_t a = 0; a < left.size(); ++a) {
      for (std::size_t b = 0; b < left.size(); ++b) {
        EXPECT_NEAR(tableau.precision(left[a], left[b]),
                    precision(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)), 1e-8 * precision.norm());
      }
      EXPECT_NEAR(tableau.coefficient(left[a], 1), beta(static_cast<Eigen::Index>(a), 1), 1e-9 * beta.norm());
    }
    EXPECT_NEAR(tableau.residual(0, 1), residual(0, 1), 1e-10);
    EXPECT_NEAR(tableau.residual(1, 1), residual(1, 1), 1e-10);
  }
}

TEST(Tableau, ASpareColumnTakesThePlaceOfItsTwin) {
  Shape shape;
  shape.summaries = 0;
  Problem problem = random_instance(shape, 2).problem;
  problem.gram.row(4) = problem.gram.row(2);
  problem.gram.col(4) = problem.gram.col(2);
  problem.cross.row(4) = problem.cross.row(2);
  problem.column_scale[4] = problem.column_scale[2];
  problem = balanced(problem);
  const UsableColumns columns(problem);
  Tableau tableau(columns);
  ASSERT_TRUE(tableau.fill({}, brute_force::one_by_one));
  ASSERT_EQ(tableau.spare().size(), 1U);
  const int twin = tableau.spare()[0];
  const int other = twin == 2 ? 4 : 2;
  EXPECT_TRUE(tableau.replaceable(other, {}));
  EXPECT_FALSE(tableau.replaceable(other, {twin}));
  EXPECT_FALSE(tableau.replaceable(0, {}));
  const double before = tableau.residual(0, 0);
  Tableau kept = tableau;
  kept.keep(twin);
  EXPECT_TRUE(kept.in_basis(twin));
  EXPECT_FALSE(kept.in_basis(other));
  EXPECT_NEAR(kept.residual(0, 0), before, 1e-10);
  tableau.forbid(other);
  EXPECT_TRUE(tableau.in_basis(twin));
  EXPECT_NEAR(tableau.residual(0, 0), before, 1e-10);
}

TEST(Tableau, FillStopsWhenAsked) {
  const Problem problem = balanced(random_instance({.rows = 700, .columns = 520}, 3).problem);
  const UsableColumns columns(problem);
  Tableau tableau(columns);
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  EXPECT_FALSE(tableau.fill(control, brute_force::one_by_one));
}

}  // namespace
}  // namespace explainee::search
