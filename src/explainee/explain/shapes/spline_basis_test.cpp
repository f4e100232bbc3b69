#include "explainee/explain/shapes/spline_basis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "explainee/base/random.h"
#include "explainee/explain/shapes/term.h"

namespace explainee::explain {
namespace {

TEST(SplineBasis, ColumnsAreUncorrelatedAndABendIsTheirSum) {
  base::Random random(4);
  Eigen::VectorXd values(200);
  Eigen::VectorXd weights(200);
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    values[i] = random.normal();
    weights[i] = 0.5 + random.uniform();
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto basis = make_spline(values, weights, sorted, 5);
  ASSERT_TRUE(basis);
  const Eigen::MatrixXd columns = basis->columns(values);
  const Eigen::MatrixXd gram = columns.transpose() * weights.asDiagonal() * columns / weights.sum();
  EXPECT_TRUE(gram.isIdentity(1e-9));
  EXPECT_NEAR((columns.transpose() * weights).norm(), 0, 1e-9);
  const Eigen::VectorXd mixed = Eigen::VectorXd::LinSpaced(5, -1, 2);
  const Term term{{0}, {{basis->bend(mixed)}}};
  EXPECT_TRUE(values_of(term, values).isApprox(columns * mixed, 1e-9));
}

TEST(SplineBasis, APieceInTableUnitsIsTheSameButForAFactor) {
  const double middle = 40;
  const double sd = 3;
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(50, -2, 2);
  const Eigen::VectorXd x = (middle + sd * z.array()).matrix();
  const family::Bend bend{{-1, -0.2, 0.4, 1.3}, 0.7, {1.5, -2}, 0.3};
  const family::PieceProduct::Step step{0.25, 0.4};
  for (const family::PieceProduct::Piece& piece :
       {family::PieceProduct::Piece(bend), family::PieceProduct::Piece(family::SplineTerm{bend.knots, 2}),
        family::PieceProduct::Piece(family::PieceProduct::Centred{0.1})}) {
    const Eigen::VectorXd own = values_of({{0}, {{piece}}}, z);
    EXPECT_TRUE(values_of({{0}, {{in_table_units(piece, middle, sd)}}}, x).isApprox(sd * own, 1e-9));
  }
  EXPECT_TRUE(values_of({{0}, {{in_table_units(step, middle, sd)}}}, x).isApprox(values_of({{0}, {{step}}}, z), 1e-12));
}

TEST(SplineBasis, FewValuesMakeNone) {
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(10, 0, 9).cwiseMin(2.0);
  std::vector<double> sorted(values.begin(), values.end());
  EXPECT_FALSE(make_spline(values, Eigen::VectorXd::Ones(10), sorted, 3));
}

}  // namespace
}  // namespace explainee::explain
