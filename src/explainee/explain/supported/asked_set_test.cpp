#include "explainee/explain/supported/asked_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/explain/supported/told.h"
#include "explainee/explain/testing/held_table.h"

namespace explainee::explain::asked_set_test {
namespace {

Eigen::MatrixXd normal_columns(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd values(rows, columns);
  for (double& value : values.reshaped()) value = random.normal();
  return values;
}

/// What is left of the target by least squares on 1 and these columns.
double left(const Eigen::MatrixXd& columns, const std::vector<Eigen::Index>& some, const Eigen::VectorXd& target) {
  Eigen::MatrixXd design(columns.rows(), 1 + static_cast<Eigen::Index>(some.size()));
  design << Eigen::VectorXd::Ones(columns.rows()), columns(Eigen::all, some);
  return (target - design * design.householderQr().solve(target)).squaredNorm();
}

/// The drawn rows as the held rows are measured.
DrawnRows drawn_like(const HeldRows& held, Eigen::MatrixXd columns, int known) {
  columns.rowwise() -= held.mean.transpose();
  columns.array().rowwise() /= held.sd.transpose().array();
  return {columns, columns.leftCols(known), columns.rightCols(1)};
}

/// The target is 2·x1 − x2·known + noise in few rows, and without noise in those that are drawn.
struct Example {
  Eigen::MatrixXd real = normal_columns(40, 6, 3);
  Eigen::MatrixXd more = normal_columns(500, 6, 4);
  Example() {
    const auto model = [](Eigen::MatrixXd& x, double noise) {
      x.col(5) = 0.5 * x.col(0) + 0.6 * x.col(1) - 0.5 * x.col(3) + noise * x.col(5);
    };
    model(real, 2);
    model(more, 0);
  }
};

TEST(AskedSet, IsTheBestOnBothTogether) {
  const Example example;
  const HeldRows held = held_table(example.real, 1);
  const DrawnRows drawn = drawn_like(held, example.more, 1);
  const DealtRows dealt = deal(held, 10, 0);
  const Folds fit{0, 1, 2, 4, 5, 7, 8, 9};
  Reading reading;
  reading.shapes.resize(4);
  const TermLibrary none{{}, Eigen::MatrixXd(40, 0)};
  const AskedFit asked{dealt, none, fit, reading, drawn};
  const std::vector<SeenFact> set = best_with_drawn(asked, 2, {}, {});

  std::vector<Eigen::Index> rows;
  for (const std::size_t fold : fit) {
    for (Eigen::Index i = dealt.folds.begin(fold); i < dealt.folds.ends[fold]; ++i)
      rows.push_back(dealt.order[static_cast<std::size_t>(i)]);
  }
  Eigen::MatrixXd both(static_cast<Eigen::Index>(rows.size()) + 500, 6);
  both << held.values(rows, Eigen::all), drawn.values;
  double least = std::numeric_limits<double>::infinity();
  std::vector<SeenFact> best;
  for (int a = 0; a < 4; ++a) {
    for (int b = a + 1; b < 4; ++b) {
      const double rest = left(both, {0, 1 + a, 1 + b}, both.col(5));
      if (rest >= least) continue;
      least = rest;
      best = {{a, false}, {b, false}};
    }
  }
  EXPECT_EQ(set, best);
  EXPECT_EQ(set, (std::vector<SeenFact>{{0, false}, {2, false}}));
}

/// Draws the same whatever the rows, and counts how often.
struct Drawer {
  Eigen::MatrixXd more;
  int known = 0;
  int calls = 0;
  std::vector<std::size_t> sizes = {};

  RowDrawer function() {
    return [this](const HeldRows& held,
                  const std::vector<Eigen::Index>& like) -> base::Result<std::shared_ptr<const DrawnRows>> {
      ++calls;
      sizes.push_back(like.size());
      return std::make_shared<const DrawnRows>(drawn_like(held, more, known));
    };
  }
};

ToldRules asking(Drawer& drawer) {
  ToldRules rules;
  rules.compete = true;
  rules.drawn = drawer.function();
  rules.sets.most_facts = 2;
  return rules;
}

TEST(Tell, DrawnRowsProposeInEveryPart) {
  Eigen::MatrixXd real = normal_columns(120, 9, 5);
  real.col(8) = real.col(1) + real.col(4) + 0.5 * real.col(8);
  Drawer drawer{real, 0};
  const HeldRows held = held_table(real, 0);
  const ToldRules rules = asking(drawer);
  const auto told = tell(held, rules, {});
  ASSERT_TRUE(told.ok());
  EXPECT_EQ(told.value().facts, 2);
  EXPECT_EQ(drawer.calls, 6);  // all rows, and without each part
  EXPECT_EQ(drawer.sizes.front(), 120U);
  EXPECT_EQ(drawer.sizes[1], 96U);

  Drawer once{real, 0};
  ToldRules of_file = asking(once);
  of_file.draw_parts = false;
  ASSERT_TRUE(tell(held, of_file, {}).ok());
  EXPECT_EQ(once.calls, 1);
}

TEST(Tell, WhatDrawnRowsSayWronglyIsNotTold) {
  Eigen::MatrixXd real = normal_columns(150, 7, 6);
  real.col(6) = real.col(0) + 0.8 * real.col(1) + 0.5 * real.col(6);
  Eigen::MatrixXd wrong = normal_columns(3000, 7, 7);
  wrong.col(6) = 5 * wrong.col(3) + 5 * wrong.col(4);  // another model off the data
  Drawer drawer{wrong, 0};
  const HeldRows held = held_table(real, 0);
  const auto told = tell(held, asking(drawer), {});
  ASSERT_TRUE(told.ok() && told.value().competition);
  const Competition& competition = *told.value().competition;
  EXPECT_NE(competition.winner.by, Proposer::kAsked);
  const auto asked = std::find_if(competition.others.begin(), competition.others.end(),
                                  [](const ProposedSet& set) { return set.by == Proposer::kAsked; });
  ASSERT_NE(asked, competition.others.end());
  EXPECT_EQ(asked->facts, (std::vector<SeenFact>{{3, false}, {4, false}}));
  EXPECT_GT(asked->loss, competition.winner.loss);
}

TEST(Tell, AFailedQuestionIsTold) {
  ToldRules rules;
  rules.compete = true;
  rules.drawn = [](const HeldRows&, const std::vector<Eigen::Index>&) {
    return base::Result<std::shared_ptr<const DrawnRows>>(base::Error{base::ErrorCode::kUnfitColumn, "no", ""});
  };
  Eigen::MatrixXd real = normal_columns(100, 4, 8);
  real.col(3) += 2 * real.col(0);
  const auto told = tell(held_table(real, 0), rules, {});
  ASSERT_FALSE(told.ok());
  EXPECT_EQ(told.error().code, base::ErrorCode::kUnfitColumn);
}

}  // namespace
}  // namespace explainee::explain::asked_set_test
