#include "explainee/information/learner/tree_grower.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

struct Grown {
  TreeNodes nodes;
  int root = 0;
  std::vector<double> scores;
};

Grown grown_on(const Design& design, const std::vector<Pull>& pulls, TreeShape shape, std::vector<int> rows = {}) {
  if (rows.empty()) {
    rows.resize(static_cast<std::size_t>(design.rows()));
    std::iota(rows.begin(), rows.end(), 0);
  }
  Grown grown;
  grown.scores.assign(pulls.size(), 0.0);
  TreeGrower grower(design, shape);
  grown.root = grower.grow(rows, pulls, 1, 1, grown.nodes, grown.scores, 1);
  return grown;
}

/// What is left of Σ w(y − leaf)² by the best of all splits of all columns, by trying every one: for numbers each
/// value, for levels each subset; leaves are plain means (l2 = 0).
double least_square_by_trial(const std::vector<LearnerColumn>& columns, const std::vector<Pull>& pulls, double least) {
  const auto left_over = [&](const std::vector<bool>& left) {
    double rest = 0;
    for (const bool side : {false, true}) {
      double weight = 0;
      double sum = 0;
      for (std::size_t i = 0; i < pulls.size(); ++i) {
        if (left[i] != side) continue;
        weight += pulls[i].curvature;
        sum += pulls[i].gradient;
      }
      if (weight < least) return HUGE_VAL;
      for (std::size_t i = 0; i < pulls.size(); ++i) {
        const double apart = pulls[i].gradient / pulls[i].curvature - sum / weight;
        if (left[i] == side) rest += pulls[i].curvature * apart * apart;
      }
    }
    return rest;
  };
  double best = HUGE_VAL;
  std::vector<bool> left(pulls.size());
  for (const LearnerColumn& column : columns) {
    if (column.levels > 0) {
      for (unsigned subset = 1; subset + 1 < 1U << static_cast<unsigned>(column.levels); ++subset) {
        for (std::size_t i = 0; i < left.size(); ++i)
          left[i] = ((subset >> static_cast<unsigned>(column.values[i])) & 1U) != 0;
        best = std::min(best, left_over(left));
      }
    } else {
      for (const double cut : column.values) {
        for (std::size_t i = 0; i < left.size(); ++i) left[i] = column.values[i] <= cut;
        best = std::min(best, left_over(left));
      }
    }
  }
  return best;
}

TEST(TreeGrower, OneSplitIsTheBestOfAll) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    base::Random random(seed);
    const std::size_t rows = 8 + random.below(30);
    std::vector<double> number(rows);
    std::vector<double> binary(rows);
    std::vector<double> level(rows);
    std::vector<Pull> pulls(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      number[i] = random.normal();
      binary[i] = static_cast<double>(random.below(2));
      level[i] = static_cast<double>(random.below(5));
      const double weight = 0.5 + random.uniform();
      pulls[i].curvature = weight;
      pulls[i].gradient =
          weight * (random.normal() + (seed % 3 == 0 ? level[i] * level[i] / 8 : number[i] * binary[i]));
    }
    const std::vector<LearnerColumn> columns{{number, 0}, {binary, 0}, {level, 5}};
    const BinnedColumns table(columns);
    const Design design(table, std::vector<int>{0, 1, 2});
    const TreeShape shape{.most_leaves = 2, .least_rows = 2, .l2 = 0, .level_l2 = 0};
    const Grown grown = grown_on(design, pulls, shape);
    double rest = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const double apart = pulls[i].gradient / pulls[i].curvature - grown.scores[i];
      rest += pulls[i].curvature * apart * apart;
    }
    EXPECT_NEAR(rest, least_square_by_trial(columns, pulls, 2), 1e-9 * rest) << seed;
  }
}

TEST(TreeGrower, LeavesHoldShrunkMeansOfTheirRows) {
  base::Random random(3);
  std::vector<double> first(200);
  std::vector<double> second(200);
  std::vector<Pull> pulls(200);
  for (std::size_t i = 0; i < 200; ++i) {
    first[i] = random.normal();
    second[i] = random.normal();
    pulls[i] = {first[i] * second[i] + random.normal(), 1};
  }
  const std::vector<LearnerColumn> columns{{first, 0}, {second, 0}};
  const BinnedColumns table(columns);
  const Design design(table, std::vector<int>{0, 1});
  const Grown grown = grown_on(design, pulls, {.most_leaves = 8, .least_rows = 4, .l2 = 1.5, .level_l2 = 0});
  // Rows of one leaf are those of one value; each must be Σ/(rows + l2) of its own rows and hold enough of them.
  int leaves = 0;
  for (const TreeNode& node : grown.nodes) {
    if (node.column >= 0) continue;
    ++leaves;
    double sum = 0;
    int count = 0;
    for (int i = 0; i < 200; ++i) {
      if (tree_value(grown.nodes, grown.root, design.row(i)) != node.value) continue;
      sum += pulls[static_cast<std::size_t>(i)].gradient;
      ++count;
      EXPECT_EQ(grown.scores[static_cast<std::size_t>(i)], node.value);
    }
    EXPECT_GE(count, 4);
    EXPECT_NEAR(node.value, sum / (count + 1.5), 1e-12);
  }
  EXPECT_EQ(leaves, 8);
}

TEST(TreeGrower, FindsWhatOnlyTwoSplitsTogetherTell) {
  // Each row of the four corners twice: no first split gains anything.
  std::vector<double> first;
  std::vector<double> second;
  std::vector<Pull> pulls;
  for (int i = 0; i < 8; ++i) {
    first.push_back(i & 1);
    second.push_back((i >> 1) & 1);
    pulls.push_back({(i & 1) == ((i >> 1) & 1) ? 1.0 : -1.0, 1});
  }
  const std::vector<LearnerColumn> columns{{first, 0}, {second, 0}};
  const BinnedColumns table(columns);
  const Design design(table, std::vector<int>{0, 1});
  const Grown grown = grown_on(design, pulls, {.most_leaves = 4, .least_rows = 1, .l2 = 0, .level_l2 = 0});
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(grown.scores[i], pulls[i].gradient);
}

TEST(TreeGrower, CutsInTheMiddleOfAGap) {
  std::vector<double> values;
  std::vector<Pull> pulls;
  for (int i = 0; i < 10; ++i) {
    values.push_back(i);
    pulls.push_back({i < 5 ? -1.0 : 1.0, 1});
  }
  const std::vector<LearnerColumn> columns{{values, 0}};
  const BinnedColumns table(columns);
  const Design design(table, std::vector<int>{0});
  const Grown grown = grown_on(design, pulls, {.most_leaves = 2, .least_rows = 1, .l2 = 0, .level_l2 = 0},
                               {0, 1, 8, 9});  // 2 … 7 are not learned from: the middle is at 4
  EXPECT_EQ(tree_value(grown.nodes, grown.root, design.row(4)), -1);
  EXPECT_EQ(tree_value(grown.nodes, grown.root, design.row(5)), 1);
}

}  // namespace
}  // namespace explainee::information
