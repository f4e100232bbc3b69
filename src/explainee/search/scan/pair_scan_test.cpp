#include "explainee/search/scan/pair_scan.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"
#include "explainee/search/algebra/aligned.h"
#include "explainee/search/algebra/rank_one.h"

namespace explainee::search {
namespace {

/// Runs `test` once for every instruction set that this binary has and this machine can run.
void on_every_target(const std::function<void()>& test) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    test();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

AlignedDoubles random_doubles(std::size_t size, base::Random& random) {
  AlignedDoubles values(size);
  for (std::size_t k = 0; k < size; ++k) values[k] = random.normal();
  return values;
}

TEST(PairScan, FindsTheRowsThatHoldAPairAboveTheThreshold) {
  on_every_target([] {
    base::Random random(10);
    for (int repeat = 0; repeat < 50; ++repeat) {
      const std::size_t size = 3 + random.below(30);
      const std::size_t stride = padded(size);
      AlignedDoubles matrix(size * stride);
      AlignedDoubles level(stride), cross(stride), variance(stride), scale(stride), memory(6 * stride);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) matrix[i * stride + j] = matrix[j * stride + i] = 0.2 * random.normal();
        level[i] = 0.1 * random.normal();
        cross[i] = 0.3 * random.normal();
        variance[i] = 1 + random.uniform();
        matrix[i * stride + i] = variance[i] + level[i] * level[i];
        scale[i] = 2;
      }
      const ScanColumns columns{matrix.data(),   stride,       level.data(), cross.data(),
                                variance.data(), scale.data(), 1.0,          1.0};
      double* at = memory.data();
      const ScanRows rows{at, at + stride, at + 2 * stride, at + 3 * stride, at + 4 * stride, at + 5 * stride};
      const ScanGoal goal{0.7, 0.65, 1e-12, 1e-11, 1e-14};
      const bool some = prepare_rows(columns, goal, 0, size, rows);
      bool any_first = false;
      std::vector<std::size_t> must;  // rows with a pair j < i
      std::vector<std::size_t> may;   // or with one in the padding
      for (std::size_t i = 0; i < size; ++i) {
        const double first = 1 - cross[i] * cross[i] / variance[i];
        EXPECT_NEAR(rows.residual[i], first, 1e-14);
        any_first = any_first || first <= 0.7;
        bool hit = false;
        bool near = false;
        for (std::size_t j = 0; j < std::min(size, padded(i)); ++j) {
          const double m = matrix[i * stride + j] - level[i] * level[j];
          const double x = cross[j] - cross[i] / variance[i] * m;
          const double y = variance[j] - m * m / variance[i];
          hit = hit || (j < i && x * x > rows.threshold[i] * y + 1e-12);
          near = near || (j != i && x * x > rows.threshold[i] * y - 1e-12);
        }
        if (hit) must.push_back(i);
        if (near) may.push_back(i);
      }
      EXPECT_EQ(some, any_first);
      std::vector<std::size_t> found;
      for (std::size_t from = 0; from < size; from = found.back() + 1) {
        found.push_back(first_row_above(columns, rows, from, size));
      }
      if (found.back() == size) found.pop_back();
      EXPECT_TRUE(std::includes(found.begin(), found.end(), must.begin(), must.end()));
      EXPECT_TRUE(std::includes(may.begin(), may.end(), found.begin(), found.end()));
    }
  });
}

TEST(PairScan, ConditionsOnAColumn) {
  on_every_target([] {
    base::Random random(11);
    const std::size_t size = 13;
    const std::size_t stride = padded(size + 1);
    const AlignedDoubles matrix = random_doubles((size + 1) * stride, random);
    AlignedDoubles none(stride), cross = random_doubles(stride, random), variance = random_doubles(stride, random);
    variance[size] = 4;
    const ScanColumns columns{matrix.data(), stride, none.data(), cross.data(), variance.data(), none.data(), 1, 1};
    AlignedDoubles level(stride), cross_after(stride), variance_after(stride), after(size * padded(size));
    condition(columns, size, level.data(), cross_after.data(), variance_after.data());
    subtract_level(columns, level.data(), size, after.data());
    for (std::size_t j = 0; j < size; ++j) {
      const double entry = matrix[size * stride + j] / 2;
      EXPECT_NEAR(level[j], entry, 1e-15);
      EXPECT_NEAR(cross_after[j], cross[j] - cross[size] / 2 * entry, 1e-14);
      EXPECT_NEAR(variance_after[j], variance[j] - entry * entry, 1e-14);
      EXPECT_NEAR(after[3 * padded(size) + j], matrix[3 * stride + j] - level[3] * level[j], 1e-14);
    }
  });
}

TEST(RankOne, AddsOneAndMany) {
  on_every_target([] {
    base::Random random(12);
    const std::size_t rows = 11;
    const std::size_t width = 24;
    const AlignedDoubles lines = random_doubles(3 * width, random);
    const AlignedDoubles factor = random_doubles(rows * 3, random);
    const AlignedDoubles start = random_doubles(rows * width, random);
    AlignedDoubles many = start;
    add_rank_many(many.data(), rows, width, width, factor.data(), {lines.data(), width, 3});
    AlignedDoubles one = start;
    AlignedDoubles weights(rows);
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < rows; ++i) weights[i] = factor[i * 3 + k];
      add_rank_one(one.data(), rows, width, width, weights.data(), lines.data() + k * width);
    }
    AlignedDoubles sum(width);
    std::vector<WeightedRow> weighted;
    for (std::size_t i = 0; i < rows; ++i) weighted.push_back({i, weights[i]});
    add_rows(start.data(), width, width - 1, weighted, sum.data());
    for (std::size_t j = 0; j < width; ++j) {
      double expected_sum = 0;
      for (std::size_t i = 0; i < rows; ++i) {
        double expected = start[i * width + j];
        for (std::size_t k = 0; k < 3; ++k) expected += factor[i * 3 + k] * lines[k * width + j];
        EXPECT_NEAR(many[i * width + j], expected, 1e-13);
        EXPECT_NEAR(one[i * width + j], expected, 1e-13);
        expected_sum += weights[i] * start[i * width + j];
      }
      EXPECT_NEAR(sum[j], j + 1 < width ? expected_sum : 0, 1e-13);
    }
  });
}

}  // namespace
}  // namespace explainee::search
