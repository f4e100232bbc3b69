#include "explainee/information/neighbours/conditional_neighbours.h"

#include <gtest/gtest.h>

#include <atomic>

#include "explainee/base/random.h"
#include "explainee/information/neighbours/testing/naive_neighbours.h"

namespace explainee::information {
namespace {

/// Normal columns that depend on a common one, so that there is something to find.
Coordinates columns(int rows, int count, base::Random& random, const Eigen::VectorXd& common) {
  Coordinates made;
  made.numbers.resize(rows, count);
  for (int d = 0; d < count; ++d) {
    for (int i = 0; i < rows; ++i) made.numbers(i, d) = random.normal() + 0.7 * common[i];
  }
  return made;
}

struct Shape {
  int rows, x, y, u, levels, steps;  ///< steps: values are rounded to so many a unit, which ties them; 0: not
};

class ConditionalNeighboursTest : public testing::TestWithParam<Shape> {};

TEST_P(ConditionalNeighboursTest, EqualsTheNaiveOne) {
  const Shape shape = GetParam();
  base::Random random(7, static_cast<std::uint64_t>(shape.rows * 10 + shape.u));
  Eigen::VectorXd common(shape.rows);
  for (double& value : common) value = random.normal();
  Coordinates x = columns(shape.rows, shape.x, random, common);
  Coordinates y = columns(shape.rows, shape.y, random, common);
  Coordinates u = columns(shape.rows, shape.u, random, common);
  if (shape.steps > 0) x.numbers = (x.numbers * shape.steps).array().round() / shape.steps;
  for (int i = 0; i < shape.rows && shape.levels > 0; ++i) {
    y.levels.push_back(common[i] > 0 ? 1 : 0);
    u.levels.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(shape.levels))));
  }
  base::ThreadPool pool(1);
  const base::Control control;
  const ConditionalNeighbours prepared(y, u);
  for (const std::size_t k : {1U, 3U, 5U, 20U}) {
    for (const Counting counting : {Counting::kNearer, Counting::kAsNear}) {
      const double found = prepared.nats(x, k, counting, {pool, control}).value();
      EXPECT_NEAR(found, naive::nats(x, y, u, k, counting), 1e-12);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ConditionalNeighboursTest,
                         testing::Values(Shape{300, 1, 1, 0, 0, 0}, Shape{301, 1, 1, 1, 0, 0},
                                         Shape{500, 3, 1, 2, 0, 0}, Shape{333, 2, 2, 1, 3, 0},
                                         Shape{40, 1, 1, 1, 30, 0}, Shape{200, 1, 1, 1, 0, 2}, Shape{7, 1, 1, 0, 0, 0},
                                         Shape{260, 1, 0, 0, 2, 4}, Shape{200, 0, 1, 1, 2, 0}, Shape{2, 1, 1, 1, 0, 0},
                                         Shape{700, 5, 2, 3, 0, 0}));

TEST(ConditionalNeighbours, TheSameBitsOnAnyNumberOfThreads) {
  base::Random random(3);
  const Eigen::VectorXd common = Eigen::VectorXd::NullaryExpr(5000, [&] { return random.normal(); });
  const Coordinates x = columns(5000, 1, random, common);
  const Coordinates y = columns(5000, 1, random, common);
  const Coordinates u = columns(5000, 2, random, common);
  const base::Control control;
  base::ThreadPool one(1);
  base::ThreadPool three(3);
  const ConditionalNeighbours prepared(y, u);
  EXPECT_EQ(prepared.nats(x, 5, Counting::kNearer, {one, control}).value(),
            prepared.nats(x, 5, Counting::kNearer, {three, control}).value());
  const std::atomic<bool> cancel = true;
  base::Control stopped;
  stopped.cancel = &cancel;
  EXPECT_EQ(prepared.nats(x, 5, Counting::kNearer, {one, stopped}).error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::information
