#include "explainee/explain/supported/told.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/explain/testing/held_table.h"

namespace explainee::explain {
namespace {

/// Columns of independent normal numbers, the last one for the target.
Eigen::MatrixXd normal_columns(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd values(rows, columns);
  for (double& value : values.reshaped()) value = random.normal();
  return values;
}

/// 1 where a value lies in the upper half, else 0.
Eigen::ArrayXd above_middle(const Eigen::VectorXd& values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return (values.array() > sorted[sorted.size() / 2]).cast<double>();
}

Told told_of(const Eigen::MatrixXd& columns, int known, ToldRules rules = {}) {
  const HeldRows held = held_table(columns, known);
  auto told = tell(held, rules, {});
  EXPECT_TRUE(told.ok());
  return std::move(told.value());
}

TEST(Tell, TellsNothingOfUselessColumns) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    ToldRules rules;
    rules.measure = false;
    rules.seed = seed;
    found += told_of(normal_columns(100, 21, seed), 0, rules).facts > 0 ? 1 : 0;
  }
  EXPECT_LE(found, 4);  // 5 % of 20 tables is 1
}

/// Rare values go together by chance in ways that flipping signs takes for a find.
TEST(Tell, TellsNothingOfUselessRareValues) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    ToldRules rules;
    rules.measure = false;
    rules.seed = seed;
    const Eigen::MatrixXd rare = (normal_columns(200, 31, seed).array() > 1.4).cast<double>();
    found += told_of(rare, 0, rules).facts > 0 ? 1 : 0;
  }
  EXPECT_LE(found, 4);  // 5 % of 20 tables is 1
}

TEST(Tell, FindsWhatIsThereAndMeasuresItOnOtherRows) {
  Eigen::MatrixXd columns = normal_columns(400, 12, 3);
  columns.col(11) += 2 * columns.col(4) - columns.col(7);
  const Told told = told_of(columns, 0);
  ASSERT_EQ(told.facts, 2);
  EXPECT_EQ(told.best[2], (search::Set{4, 7}));
  ASSERT_TRUE(told.held_out);
  const double bits = 0.5 * std::log(6.0);  // in nats: variance 6 → 1
  EXPECT_NEAR(told.held_out->nats, bits, 2 * told.held_out->error + 0.03);
  const double sd = std::sqrt(6.0);
  EXPECT_NEAR(told.held_out->before[0], sd, 0.15 * sd);
  EXPECT_NEAR(told.held_out->after[0], 1, 0.1);
}

TEST(Tell, BendsCutsAndMultiplies) {
  Eigen::MatrixXd columns = normal_columns(600, 6, 5);
  const Eigen::ArrayXd noise = 0.1 * columns.col(5).array();
  columns.col(5) = columns.col(2).array().square() + noise;
  const Told square = told_of(columns, 0);
  ASSERT_EQ(square.facts, 1);
  EXPECT_EQ(square.best[1], search::Set{2});
  EXPECT_EQ(square.reading.shapes[2].shape.kind, Shape::Kind::kBent);

  columns.col(5) = above_middle(columns.col(3)) + noise;
  const Told step = told_of(columns, 0);
  ASSERT_EQ(step.facts, 1);
  ASSERT_EQ(step.reading.shapes[3].shape.kind, Shape::Kind::kCut);

  columns.col(5) = columns.col(0).array() * columns.col(3).array() + noise;
  const Told product = told_of(columns, 1);  // the first column is known
  ASSERT_GE(product.facts, 1);
  const SeenFact& fact = product.of[static_cast<std::size_t>(product.best[1].front())];
  EXPECT_TRUE(fact.product);
  EXPECT_EQ(fact.candidate, 2);  // of the candidates: columns 1 … 4
}

TEST(Tell, WhatFollowsFromTheKnownIsNoNews) {
  Eigen::MatrixXd columns = normal_columns(600, 5, 8);
  const Eigen::ArrayXd above = above_middle(columns.col(0));
  columns.col(4) = 2 * above + columns.col(4).array();
  columns.col(2) = above;
  const Told told = told_of(columns, 1);
  EXPECT_FALSE(told.reading.terms.empty());
  EXPECT_EQ(told.facts, 0);
}

TEST(Tell, DoesNotDependOnThreads) {
  Eigen::MatrixXd columns = normal_columns(300, 10, 9);
  columns.col(9) += columns.col(1).array().square().matrix();
  const HeldRows held = held_table(columns, 1);
  ToldRules rules;
  rules.compete = true;
  base::Control three;
  three.threads = 3;
  const auto one = tell(held, rules, {});
  const auto other = tell(held, rules, three);
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_EQ(one.value().p_values, other.value().p_values);
  EXPECT_EQ(one.value().best, other.value().best);
  EXPECT_EQ(one.value().held_out->nats, other.value().held_out->nats);
  EXPECT_EQ(one.value().competition->winner.loss, other.value().competition->winner.loss);
}

TEST(Tell, StopsWhenToldTo) {
  const HeldRows held = held_table(normal_columns(300, 10, 10), 0);
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const auto told = tell(held, {}, control);
  ASSERT_FALSE(told.ok());
  EXPECT_EQ(told.error().code, base::ErrorCode::kInterrupted);
}

TEST(Tell, WholeBlocksAreHeldOut) {
  Eigen::MatrixXd columns = normal_columns(300, 4, 11);
  HeldRows held = held_table(columns, 0);
  for (std::size_t i = 0; i < held.groups.size(); ++i) held.groups[i] = static_cast<int>(i) / 10;
  held.group_count = 30;
  held.blocks = true;
  const DealtRows dealt = deal(held, 10, 1);
  std::vector<int> fold_of(30, -1);
  for (std::size_t fold = 0; fold < dealt.folds.folds(); ++fold) {
    for (Eigen::Index i = dealt.folds.begin(fold); i < dealt.folds.ends[fold]; ++i) {
      int& own = fold_of[static_cast<std::size_t>(dealt.order[static_cast<std::size_t>(i)]) / 10];
      EXPECT_TRUE(own == -1 || own == static_cast<int>(fold));
      own = static_cast<int>(fold);
    }
  }
}

}  // namespace
}  // namespace explainee::explain
