#include "explainee/information/neighbours/space.h"

#include <gtest/gtest.h>

#include "explainee/base/random.h"
#include "explainee/information/neighbours/testing/naive_neighbours.h"

namespace explainee::information {
namespace {

TEST(Space, RadiiAndCountsAreTheNaiveOnes) {
  base::Random random(11);
  for (const int dimensions : {1, 2, 3, 6}) {
    Coordinates points;
    points.numbers = Eigen::MatrixXd::NullaryExpr(400, dimensions, [&] { return std::exp(random.normal()); });
    points.numbers.topRows(60) = (points.numbers.topRows(60) * 2).array().round();  // some in one place
    const Space space(points, Purpose::kRadiiAndCounts);
    base::ThreadPool pool(1);
    const base::Control control;
    const std::vector<double> radii = space.radii(4, {pool, control}).value();
    const auto nearer = space.counts(radii, Edge::kOutside, {pool, control}).value();
    const auto as_near = space.counts(radii, Edge::kInside, {pool, control}).value();
    for (std::size_t i = 0; i < radii.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      EXPECT_EQ(radii[i], naive::distances(points, row)[3]);
      EXPECT_EQ(static_cast<int>(nearer[i]), naive::near(points, row, radii[i], false));
      EXPECT_EQ(static_cast<int>(as_near[i]), naive::near(points, row, radii[i], true));
    }
  }
}

TEST(Space, AllRowsInOnePlaceAreAtDistanceNought) {
  Coordinates points;
  points.numbers = Eigen::MatrixXd::Constant(50, 2, 3.5);
  const Space space(points, Purpose::kRadiiAndCounts);
  base::ThreadPool pool(1);
  const base::Control control;
  const std::vector<double> radii = space.radii(5, {pool, control}).value();
  EXPECT_EQ(radii, std::vector<double>(50, 0.0));
  EXPECT_EQ(space.counts(radii, Edge::kInside, {pool, control}).value(), std::vector<std::uint32_t>(50, 49));
  EXPECT_EQ(space.counts(radii, Edge::kOutside, {pool, control}).value(), std::vector<std::uint32_t>(50, 0));
}

TEST(Space, WhoIsAloneInALevelHasNoNeighbour) {
  Coordinates points;
  points.numbers = Eigen::VectorXd::LinSpaced(5, 0, 4);
  points.levels = {0, 0, 1, 0, 0};
  const Space space(points, Purpose::kRadiiAndCounts);
  base::ThreadPool pool(1);
  const base::Control control;
  EXPECT_EQ(space.radii(5, {pool, control}).value(), (std::vector<double>{4, 3, -1, 3, 4}));
}

}  // namespace
}  // namespace explainee::information
