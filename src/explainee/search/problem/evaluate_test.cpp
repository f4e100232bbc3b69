#include "explainee/search/problem/evaluate.h"

#include <gtest/gtest.h>

#include "explainee/search/testing/brute_force.h"

namespace explainee::search {
namespace {

using brute_force::Instance;
using brute_force::random_instance;
using brute_force::Shape;
using brute_force::value_from_rows;

TEST(Evaluate, MatchesTheRows) {
  base::Random random(6);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    Shape shape;
    shape.predictions = 1 + static_cast<int>(random.below(3));
    shape.blocks = random.below(2) == 0;
    shape.bias = random.below(2) == 0;
    shape.duplicates = static_cast<int>(random.below(3));
    shape.settled = random.below(3) == 0;
    const Instance instance = random_instance(shape, seed);
    Set set;
    for (int c = 0; c < instance.problem.size(); ++c) {
      if (random.below(2) == 0) set.push_back(c);
    }
    const Value expected = value_from_rows(instance, set);
    const Value value = evaluate(instance.problem, set);
    EXPECT_EQ(value.determined, expected.determined);
    EXPECT_EQ(value.rank, expected.rank);
    EXPECT_NEAR(value.nats, expected.nats, 1e-9);
    EXPECT_NEAR(value.charge_nats, expected.charge_nats, 1e-12);
    const Set reversed(set.rbegin(), set.rend());
    EXPECT_EQ(evaluate(instance.problem, reversed).nats, value.nats);
  }
}

TEST(Evaluate, EmptySetIsWorthNothing) {
  const Value value = evaluate(random_instance({.predictions = 3}, 1).problem, {});
  EXPECT_EQ(value.objective_nats(), 0);
  EXPECT_EQ(value.rank, 0);
  EXPECT_EQ(value.determined, 0);
}

TEST(Evaluate, DoesNotDependOnUnits) {
  Problem problem = random_instance({.predictions = 2}, 2).problem;
  const double before = evaluate(problem, Set{1, 4}).nats;
  const Eigen::VectorXd units =
      Eigen::VectorXd::LinSpaced(problem.columns(), -12, 12).unaryExpr([](double e) { return std::pow(10.0, e); });
  problem.gram = units.asDiagonal() * problem.gram * units.asDiagonal();
  problem.cross = units.asDiagonal() * problem.cross;
  problem.column_scale = problem.column_scale.cwiseProduct(units.cwiseAbs2());
  EXPECT_NEAR(evaluate(problem, Set{1, 4}).nats, before, 1e-12);
}

TEST(Evaluate, FinitePartDoesNotDependOnTheCoordinatesOfThePrediction) {
  Instance instance = random_instance({.predictions = 3, .settled = true}, 3);
  const int last = instance.problem.columns() - 1;
  const Value value = evaluate(instance.problem, Set{2, 3, last});
  ASSERT_EQ(value.determined, 1);
  Eigen::Matrix3d turn;
  turn << 1, 2, 0, 0, 1, 1, 1, 0, 1;
  Problem& problem = instance.problem;
  problem.cross = problem.cross * turn;
  problem.target = turn.transpose() * problem.target * turn;
  problem.target_scale = problem.target.diagonal();
  const Value turned = evaluate(problem, Set{2, 3, last});
  EXPECT_EQ(turned.determined, 1);
  EXPECT_NEAR(turned.nats, value.nats, 1e-10);
}

}  // namespace
}  // namespace explainee::search
