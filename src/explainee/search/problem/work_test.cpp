#include "explainee/search/problem/work.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/random.h"
#include "explainee/search/exact.h"
#include "explainee/search/testing/brute_force.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::Instance;
using brute_force::random_instance;
using brute_force::Shape;

TEST(Work, IsOverOnceSpentAndRefusesWhatItCannotAfford) {
  Work work(100);
  EXPECT_TRUE(work.affords(100));
  EXPECT_FALSE(work.affords(101));
  work.spend(60);
  EXPECT_FALSE(work.over());
  EXPECT_FALSE(work.affords(41));
  EXPECT_EQ(work.left(), 40);
  work.spend(60);
  EXPECT_TRUE(work.over());
  EXPECT_EQ(work.left(), 0);
}

TEST(Work, OfNothingIsWithoutLimit) {
  Work work;
  work.spend(1e300);
  EXPECT_FALSE(work.over());
  EXPECT_TRUE(work.affords(1e300));
}

/// Candidates in pairs of near-twins: few sets can be told apart, so proofs are long.
Problem near_twins(int columns, std::uint64_t seed) {
  Shape shape;
  shape.columns = columns / 2;
  shape.rows = 150;
  shape.summary_in_span = false;
  const Problem half = random_instance(shape, seed).problem;
  Problem whole = half;
  const int n = half.columns();
  whole.gram.resize(2 * n, 2 * n);
  whole.cross.resize(2 * n, 1);
  whole.column_scale.resize(2 * n);
  whole.candidates.clear();
  for (int i = 0; i < 2 * n; ++i) {
    for (int j = 0; j < 2 * n; ++j) whole.gram(i, j) = half.gram(i / 2, j / 2);
    // The second of a pair has a little of its own, which nothing goes along with.
    whole.gram(i, i) *= i % 2 == 0 ? 1 : 1.01;
    whole.cross(i, 0) = half.cross(i / 2, 0);
    whole.column_scale[i] = whole.gram(i, i);
    whole.candidates.push_back({i, 1});
  }
  return whole;
}

SearchOptions limited(int sparsity, double steps) {
  SearchOptions options;
  options.sparsity = sparsity;
  options.most_steps = steps;
  return options;
}

/// Little work leaves something open in some of these problems, and whatever it leaves, the bound holds.
TEST(Work, WhatLittleOfItLeavesIsBoundedByTheTruth) {
  int stopped = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(60); ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = near_twins(60, seed);
    const Solution whole = find_exact(problem, limited(5, 0));
    ASSERT_TRUE(whole.optimal);
    EXPECT_FALSE(whole.out_of_work);
    for (const double steps : {1.0, 1e6, 1e7}) {
      const Solution some = find_exact(problem, limited(5, steps));
      EXPECT_LE(some.best.value.objective_nats(), whole.best.value.objective_nats() + 1e-12);
      EXPECT_EQ(some.out_of_work, !some.optimal);
      EXPECT_FALSE(some.interrupted);
      stopped += some.out_of_work ? 1 : 0;
      if (some.optimal) {
        EXPECT_EQ(some.best.set, whole.best.set);
      }
      ASSERT_TRUE(some.bound_nats.has_value());
      EXPECT_GE(*some.bound_nats, whole.best.value.objective_nats() - 1e-12);
    }
  }
  EXPECT_GT(stopped, 0);
}

TEST(Work, EndsAtTheSamePlaceOnAnyNumberOfThreads) {
  int stopped = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    for (const double steps : {1e6, 1e7, 1e8}) {
      SCOPED_TRACE(steps);
      const Problem problem = near_twins(seed % 2 == 0 ? 90 : 70, seed);
      SearchOptions options = limited(6, steps);
      options.top = seed < 3 ? 1 : 4;
      const Solution one = find_exact(problem, options);
      for (const int threads : {2, 3}) {
        options.control.threads = threads;
        const Solution many = find_exact(problem, options);
        EXPECT_EQ(many.best.set, one.best.set);
        EXPECT_EQ(many.bound_nats, one.bound_nats);
        EXPECT_EQ(many.steps, one.steps);
        EXPECT_EQ(many.nodes, one.nodes);
        EXPECT_EQ(many.out_of_work, one.out_of_work);
        EXPECT_EQ(many.optimal, one.optimal);
      }
      stopped += one.out_of_work ? 1 : 0;
    }
  }
  EXPECT_GT(stopped, 3);
}

TEST(Work, ThatSufficesChangesNothing) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = near_twins(40, seed);
    const Solution whole = find_exact(problem, limited(4, 0));
    const Solution enough = find_exact(problem, limited(4, 10 * whole.steps + 1e6));
    EXPECT_TRUE(enough.optimal);
    EXPECT_EQ(enough.best.set, whole.best.set);
    EXPECT_EQ(enough.bound_nats, whole.bound_nats);
    EXPECT_EQ(enough.nodes, whole.nodes);
    EXPECT_EQ(enough.steps, whole.steps);
  }
}

/// A large scan is not begun when it cannot be finished; greedy's set and the first bound stay.
TEST(Work, ALargeScanThatItCannotPayForIsLeft) {
  Shape shape;
  shape.columns = 300;
  shape.rows = 120;
  shape.predictions = 2;
  const Instance instance = random_instance(shape, 3);
  const Solution some = find_exact(instance.problem, limited(3, 1e6));
  EXPECT_TRUE(some.out_of_work);
  EXPECT_EQ(some.best.set.size(), 3U);
}

}  // namespace
}  // namespace explainee::search
