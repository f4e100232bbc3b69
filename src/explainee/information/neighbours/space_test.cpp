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

TEST(Space, AsManyNeighboursAsMayBeAskedFor) {
  base::Random random(12);
  for (const int rows : {65, 97, 300}) {
    Coordinates points;
    points.numbers = Eigen::MatrixXd::NullaryExpr(rows, 2, [&] { return random.normal(); });
    points.numbers.topRows(20).setOnes();
    const Space space(points, Purpose::kRadiiAndCounts);
    base::ThreadPool pool(1);
    const base::Control control;
    for (const std::size_t k : {1U, 2U, 47U, 48U, 64U}) {
      const std::vector<double> radii = space.radii(k, {pool, control}).value();
      for (std::size_t i = 0; i < radii.size(); ++i)
        EXPECT_EQ(radii[i], naive::distances(points, static_cast<Eigen::Index>(i))[k - 1]);
    }
  }
}

TEST(Space, CountsOfManyRowsAreTheNaiveOnes) {
  base::Random random(13);
  Coordinates points;
  points.numbers = Eigen::MatrixXd::NullaryExpr(1500, 2, [&] { return random.normal(); });
  points.numbers.col(1) = (points.numbers.col(1) * 20).array().round() / 20;  // ties
  for (int i = 0; i < 1500; ++i) points.levels.push_back(i % 3 == 0 ? 1 : 0);
  std::vector<double> radii;
  for (int i = 0; i < 1500; ++i) radii.push_back(i % 5 == 0 ? 0.05 * (i % 9) : std::abs(random.normal()));
  const Space space(points, Purpose::kCounts);
  base::ThreadPool pool(1);
  const base::Control control;
  const auto nearer = space.counts(radii, Edge::kOutside, {pool, control}).value();
  const auto as_near = space.counts(radii, Edge::kInside, {pool, control}).value();
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    EXPECT_EQ(static_cast<int>(nearer[i]), naive::near(points, row, radii[i], false));
    EXPECT_EQ(static_cast<int>(as_near[i]), naive::near(points, row, radii[i], true));
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
