#include "explainee/information/learner/forward_selection.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

struct Table {
  explicit Table(std::uint64_t seed) {
    base::Random random(seed);
    for (auto& column : values)
      for (int i = 0; i < 300; ++i) column.push_back(random.normal());
    for (std::size_t i = 0; i < 300; ++i) {
      target.push_back(2 * values[3][i] * values[3][i] + values[1][i] + (values[0][i] > 0 ? 0.5 : 0) +
                       0.1 * random.normal());
      fold.push_back(static_cast<int>(i) % 5);
    }
  }
  [[nodiscard]] BinnedColumns binned() const {
    std::vector<LearnerColumn> columns;
    for (const auto& column : values) columns.push_back({column, 0});
    return BinnedColumns(columns);
  }
  std::vector<std::vector<double>> values{6};
  std::vector<double> target;
  std::vector<int> fold;
};

std::vector<int> columns_of(const std::vector<ForwardStep>& steps) {
  std::vector<int> columns;
  for (const ForwardStep& step : steps) columns.push_back(step.column);
  return columns;
}

TEST(ForwardSelection, TakesTheMostUsefulColumnsFirst) {
  const Table table(1);
  const BinnedColumns binned = table.binned();
  const std::vector<int> candidates{0, 1, 2, 3, 4, 5};
  base::Control control;
  const auto steps = forward_selected({binned, {}, {table.target}}, {candidates, 3}, {table.fold, 5, {}}, {}, control);
  EXPECT_EQ(columns_of(steps.value()), (std::vector<int>{3, 1, 0}));
  EXPECT_LT(steps.value()[1].loss, steps.value()[0].loss);
  control.threads = 3;
  const auto again = forward_selected({binned, {}, {table.target}}, {candidates, 3}, {table.fold, 5, {}}, {}, control);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(steps.value()[k].loss, again.value()[k].loss);
}

TEST(ForwardSelection, WhatIsKnownNeedsNoTelling) {
  const Table table(2);
  const BinnedColumns binned = table.binned();
  const std::vector<int> known{3};
  const std::vector<int> candidates{0, 1, 2};
  const auto steps = forward_selected({binned, known, {table.target}}, {candidates, 9}, {table.fold, 5, {}}, {}, {});
  EXPECT_EQ(columns_of(steps.value()), (std::vector<int>{1, 0, 2}));
  // The loss of a step is that of predicting from all columns so far.
  const std::vector<int> both{3, 1};
  const auto predicted = cross_predicted({binned, both, {table.target}}, {table.fold, 5, {}}, {}, {});
  EXPECT_EQ(steps.value()[0].loss,
            held_out_loss({table.target}, {table.fold, 5, {}}, predicted.value().predictions).mean);
}

TEST(ForwardSelection, StopsWhenAsked) {
  const Table table(3);
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const std::vector<int> candidates{0, 1};
  const auto steps =
      forward_selected({table.binned(), {}, {table.target}}, {candidates, 1}, {table.fold, 5, {}}, {}, control);
  ASSERT_FALSE(steps.ok());
  EXPECT_EQ(steps.error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::information
