#include "explainee/information/learner/cross_prediction.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

/// Columns of normal numbers, a target, and folds in turn.
struct DrawnTable {
  DrawnTable(std::size_t rows, std::size_t columns, int folds, std::uint64_t seed) : random(seed) {
    values.resize(columns);
    for (auto& column : values)
      for (std::size_t i = 0; i < rows; ++i) column.push_back(random.normal());
    levels.assign(columns, 0);
    target.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) fold.push_back(static_cast<int>(i) % folds);
    count = folds;
  }

  void set_target(const std::function<double(const std::function<double(std::size_t)>&)>& of) {
    for (std::size_t i = 0; i < target.size(); ++i) target[i] = of([&](std::size_t c) { return values[c][i]; });
  }

  [[nodiscard]] BinnedColumns table() const {
    std::vector<LearnerColumn> columns;
    for (std::size_t c = 0; c < values.size(); ++c) columns.push_back({values[c], levels[c]});
    return BinnedColumns(columns);
  }
  [[nodiscard]] LearnerFolds folds() const { return {fold, count, {}}; }
  [[nodiscard]] HeldOutLoss loss(int classes = 0, const BoostOptions& options = {}) const {
    std::vector<int> all;
    for (std::size_t c = 0; c < values.size(); ++c) all.push_back(static_cast<int>(c));
    const LearnerTarget wanted{target, classes, {}};
    const auto predicted = cross_predicted({table(), all, wanted}, folds(), options, {});
    return held_out_loss(wanted, folds(), predicted.value().predictions);
  }

  base::Random random;
  std::vector<std::vector<double>> values;
  std::vector<int> levels;
  std::vector<double> target;
  std::vector<int> fold;
  int count = 0;
};

using Target = std::function<double(std::size_t)>;

TEST(Learner, LearnsWhatALineCannot) {
  DrawnTable drawn(600, 4, 5, 1);
  drawn.set_target([](const Target& x) { return x(0) * x(0); });
  EXPECT_GT(drawn.loss().explained(), 0.85);
  drawn.set_target([](const Target& x) { return (x(0) > 0) == (x(1) > 0) ? 1.0 : -1.0; });
  EXPECT_GT(drawn.loss().explained(), 0.95);
  drawn.set_target([](const Target& x) { return std::sin(3 * x(0)) + 0.2 * x(3); });
  EXPECT_GT(drawn.loss().explained(), 0.93);
  drawn.set_target([](const Target& x) { return (x(0) > -0.5 ? 1.0 : 0.0) + (x(0) > 0.7 ? 2.0 : 0.0); });
  EXPECT_GT(drawn.loss().explained(), 0.96);
  drawn.set_target([](const Target& x) { return (x(0) > 0 ? 1 : -1) * std::abs(x(1)); });
  EXPECT_GT(drawn.loss().explained(), 0.95);
}

TEST(Learner, ALineIsLearntAsALine) {
  DrawnTable drawn(120, 3, 5, 2);
  drawn.set_target([](const Target& x) { return 5 + x(0) - 2 * x(1); });
  EXPECT_GT(drawn.loss().explained(), 0.999);
}

TEST(Learner, WhatFollowsFromKnownColumnsIsFound) {
  // A fact is implied by what is known when at most 2 % of its rows are wrong, or R² is at least .98.
  DrawnTable drawn(500, 3, 5, 14);
  drawn.set_target([](const Target& x) { return x(1) > 0.8 ? 1.0 : 0.0; });
  EXPECT_LE(drawn.loss(2).wrong, 0.02);
  drawn.set_target([](const Target& x) { return x(1) > 0.8 || x(2) < -0.5 ? 1.0 : 0.0; });
  EXPECT_LE(drawn.loss(2).wrong, 0.02);
  drawn.set_target([](const Target& x) { return x(0) - 2 * x(2) + 1; });
  EXPECT_GE(drawn.loss().explained(), 0.98);
  drawn.set_target([](const Target& x) { return std::exp(0.5 * x(0)); });
  EXPECT_GE(drawn.loss().explained(), 0.98);
  // Another column is not.
  drawn.set_target([&](const Target& x) { return x(1) + 0.7 * drawn.random.normal() > 0.8 ? 1.0 : 0.0; });
  EXPECT_GT(drawn.loss(2).wrong, 0.08);
}

TEST(Learner, LearnsNothingFromNoise) {
  for (const int folds : {3, 5, 10}) {
    DrawnTable drawn(300, 6, folds, 3);
    drawn.set_target([&](const Target&) { return drawn.random.normal(); });
    EXPECT_LT(drawn.loss().explained(), 0.04);
    EXPECT_GT(drawn.loss().explained(), -0.06);
  }
}

TEST(Learner, ChancesOfExclusiveOrAndOfThreeClasses) {
  DrawnTable drawn(400, 3, 5, 4);
  for (auto& column : drawn.values)
    for (double& value : column) value = value > 0 ? 1 : 0;
  drawn.set_target([](const Target& x) { return x(0) != x(1) ? 1.0 : 0.0; });
  EXPECT_LT(drawn.loss(2).mean, 0.05);
  EXPECT_EQ(drawn.loss(2).wrong, 0);
  drawn.set_target([](const Target& x) { return x(0) + x(2); });
  EXPECT_LT(drawn.loss(3).mean, 0.05);
  EXPECT_EQ(drawn.loss(3).wrong, 0);
}

TEST(Learner, LevelsHaveNoOrder) {
  DrawnTable drawn(500, 2, 5, 5);
  const std::vector<double> means{3, -1, 2, -4, 0, 5, -2, 1};
  for (double& value : drawn.values[1]) value = static_cast<double>(drawn.random.below(8));
  drawn.levels[1] = 8;
  drawn.set_target([&](const Target& x) { return means[static_cast<std::size_t>(x(1))]; });
  EXPECT_GT(drawn.loss().explained(), 0.98);
}

TEST(Learner, ConstantColumnsAndNoColumnsPredictTheMean) {
  DrawnTable drawn(60, 1, 5, 6);
  drawn.set_target([](const Target& x) { return x(0); });
  for (double& value : drawn.values[0]) value = 2;
  const BinnedColumns table = drawn.table();
  for (const std::vector<int>& columns : {std::vector<int>{0}, std::vector<int>{}}) {
    const auto predicted = cross_predicted({table, columns, {drawn.target}}, drawn.folds(), {}, {});
    for (int held = 0; held < 5; ++held) {
      // Each of four members leaves out another fold: the mean of their means.
      double mean = 0;
      for (int other = 0; other < 5; ++other) {
        double sum = 0;
        for (std::size_t i = 0; i < 60; ++i)
          if (drawn.fold[i] != held && drawn.fold[i] != other) sum += drawn.target[i];
        if (other != held) mean += sum / 36 / 4;
      }
      EXPECT_NEAR(predicted.value().predictions[static_cast<std::size_t>(held)], mean, 1e-12);
    }
  }
}

TEST(Learner, HeldOutRowsTeachNothing) {
  DrawnTable drawn(150, 3, 5, 7);
  drawn.set_target([](const Target& x) { return x(0) * x(1) + x(2); });
  const BinnedColumns table = drawn.table();
  const std::vector<int> columns{0, 1, 2};
  for (const int count : {3, 5}) {
    for (std::size_t i = 0; i < drawn.fold.size(); ++i) drawn.fold[i] = static_cast<int>(i) % count;
    drawn.count = count;
    std::vector<double> other = drawn.target;
    for (std::size_t i = 0; i < other.size(); ++i)
      if (drawn.fold[i] == 2) other[i] = 1000 * drawn.random.normal();
    const auto first = cross_predicted({table, columns, {drawn.target}}, drawn.folds(), {}, {});
    const auto second = cross_predicted({table, columns, {other}}, drawn.folds(), {}, {});
    for (std::size_t i = 0; i < other.size(); ++i)
      if (drawn.fold[i] == 2) {
        EXPECT_EQ(first.value().predictions[i], second.value().predictions[i]);
      }
  }
}

TEST(Learner, RowsWithoutAFoldTakeNoPart) {
  DrawnTable drawn(200, 2, 5, 8);
  drawn.set_target([](const Target& x) { return x(0) + std::abs(x(1)); });
  const BinnedColumns table = drawn.table();
  for (std::size_t i = 0; i < 200; i += 3) drawn.fold[i] = -1;
  std::vector<double> other = drawn.target;
  for (std::size_t i = 0; i < 200; i += 3) other[i] = 1e6;
  const std::vector<int> columns{0, 1};
  const auto first = cross_predicted({table, columns, {drawn.target}}, drawn.folds(), {}, {});
  const auto second = cross_predicted({table, columns, {other}}, drawn.folds(), {}, {});
  EXPECT_EQ(first.value().predictions, second.value().predictions);
}

TEST(Learner, WeightsAreRepeatedRows) {
  for (const int classes : {0, 2, 3}) {
    DrawnTable drawn(90, 2, 5, 9);
    for (auto& column : drawn.values)
      for (double& value : column) value = std::round(4 * value);  // as many bins with and without copies
    drawn.set_target([&](const Target& x) {
      const double score = x(0) * x(1) / 8 + drawn.random.normal();
      return classes == 0 ? score : std::floor(std::min(std::abs(score), classes - 0.5));
    });
    DrawnTable copies = drawn;
    std::vector<double> weights;
    for (std::size_t i = 0; i < 90; ++i) {
      weights.push_back(static_cast<double>(1 + i % 3));
      for (std::size_t times = 0; times < i % 3; ++times) {
        for (auto& column : copies.values) column.push_back(column[i]);
        copies.target.push_back(drawn.target[i]);
        copies.fold.push_back(drawn.fold[i]);
      }
    }
    const std::vector<int> columns{0, 1};
    const auto weighted =
        cross_predicted({drawn.table(), columns, {drawn.target, classes, weights}}, drawn.folds(), {}, {});
    const auto repeated =
        cross_predicted({copies.table(), columns, {copies.target, classes, {}}}, copies.folds(), {}, {});
    for (std::size_t i = 0; i < weighted.value().predictions.size(); ++i)
      EXPECT_NEAR(weighted.value().predictions[i], repeated.value().predictions[i], 1e-9) << classes;
  }
}

TEST(Learner, DigitsDoNotDependOnThreads) {
  for (const int folds : {3, 5}) {
    DrawnTable drawn(250, 4, folds, 10);
    drawn.set_target([&](const Target& x) { return x(0) * x(1) + 0.3 * drawn.random.normal(); });
    const BinnedColumns table = drawn.table();
    const std::vector<int> columns{0, 1, 2, 3};
    base::Control control;
    const auto one = cross_predicted({table, columns, {drawn.target}}, drawn.folds(), {}, control);
    for (const int threads : {2, 5}) {
      control.threads = threads;
      const auto several = cross_predicted({table, columns, {drawn.target}}, drawn.folds(), {}, control);
      EXPECT_EQ(one.value().predictions, several.value().predictions);
      EXPECT_EQ(one.value().rounds, several.value().rounds);
    }
  }
}

TEST(Learner, BlocksStayTogetherWhenRowsAreDealt) {
  std::vector<int> rows;
  std::vector<int> blocks;
  for (int i = 0; i < 120; ++i) {
    rows.push_back(i);
    blocks.push_back(i * 7 % 30);
  }
  const std::vector<double> none(120, 0.0);
  const std::vector<int> part = dealt_parts(rows, {none}, blocks, 4, 1);
  std::vector<int> size(4);
  for (std::size_t i = 0; i < 120; ++i) {
    ++size[static_cast<std::size_t>(part[i])];
    for (std::size_t j = 0; j < i; ++j)
      if (blocks[i] == blocks[j]) {
        EXPECT_EQ(part[i], part[j]);
      }
  }
  for (const int count : size) EXPECT_NEAR(count, 30, 4);
}

TEST(Learner, StopsWhenAsked) {
  DrawnTable drawn(100, 2, 5, 11);
  drawn.set_target([](const Target& x) { return x(0) * x(1); });
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const std::vector<int> columns{0, 1};
  const auto predicted = cross_predicted({drawn.table(), columns, {drawn.target}}, drawn.folds(), {}, control);
  ASSERT_FALSE(predicted.ok());
  EXPECT_EQ(predicted.error().code, base::ErrorCode::kInterrupted);
}

TEST(Learner, AFittedModelPredictsNewRows) {
  DrawnTable drawn(800, 3, 5, 12);
  drawn.set_target([](const Target& x) { return x(0) > 0.3 ? x(1) : -x(1); });
  std::vector<int> learned;
  std::vector<int> fresh;
  for (int i = 0; i < 800; ++i) (i < 600 ? learned : fresh).push_back(i);
  const std::vector<int> columns{0, 1, 2};
  const BinnedColumns table = drawn.table();
  const auto model = fit_boosted({table, columns, {drawn.target}}, learned, {}, {}, {});
  const std::vector<double> predicted = model.value().predicted(fresh);
  double missed = 0;
  double square = 0;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    const double actual = drawn.target[static_cast<std::size_t>(fresh[i])];
    missed += (actual - predicted[i]) * (actual - predicted[i]);
    square += actual * actual;
  }
  EXPECT_LT(missed / square, 0.1);
  EXPECT_GT(model.value().rounds(), 5);
}

TEST(Learner, AlmostNoRowsAreNoTrouble) {
  for (const std::size_t rows : {0U, 1U, 2U, 5U}) {
    for (const int folds : {1, 2, 5}) {
      DrawnTable drawn(rows, 2, folds, 13);
      drawn.set_target([](const Target& x) { return x(0) > 0 ? 1.0 : 0.0; });
      for (const int classes : {0, 2}) EXPECT_TRUE(std::isfinite(drawn.loss(classes).mean));
    }
  }
}

TEST(HeldOutLoss, ByHand) {
  const std::vector<int> fold{0, 1, 0, -1};
  const std::vector<double> numbers{1, 2, 3, 100};
  const std::vector<double> weights{1, 1, 2, 1};
  const LearnerTarget target{numbers, 0, weights};
  const HeldOutLoss loss = held_out_loss(target, {fold, 2, {}}, std::vector<double>{1, 4, 2, 0});
  EXPECT_DOUBLE_EQ(loss.mean, (0 + 4 + 2 * 1) / 4.0);
  EXPECT_DOUBLE_EQ(loss.alone, 11 / 16.0);  // mean 9/4, squares 25/16, 1/16, 2·9/16 over 4
  const std::vector<double> classes{0, 1, 1, 0};
  const LearnerTarget labels{classes, 2, {}};
  const HeldOutLoss chances = held_out_loss(labels, {fold, 2, {}}, std::vector<double>{.5, .5, 1, 0, .25, .75, 0, 0});
  EXPECT_DOUBLE_EQ(chances.mean, -(std::log(.5) + std::log(1 / 6.0) + std::log(.75)) / 3);
  EXPECT_DOUBLE_EQ(chances.wrong, 1 / 3.0);
  EXPECT_DOUBLE_EQ(bits_gained(labels, {{}, 1, 0, 0}, {{}, 1 - std::numbers::ln2, 0, 0}), 1);
  EXPECT_DOUBLE_EQ(bits_gained(target, {{}, 8, 0, 0}, {{}, 2, 0, 0}), 1);
}

}  // namespace
}  // namespace explainee::information
