#include "explainee/explain/learnt/standing_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/explain/testing/held_columns.h"

namespace explainee::explain::standing_check_test {
namespace {

constexpr double kBit = std::numbers::ln2;
constexpr std::size_t kRows = 1500;
using Values = std::vector<double>;
using Row = std::function<double(std::size_t)>;

/// Normal columns x0 … and predictions of them; of those, `known` first ones are known.
struct Rows {
  explicit Rows(std::uint64_t seed, std::size_t columns = 5) : random(seed) {
    for (std::size_t c = 0; c < columns; ++c) {
      x.emplace_back(kRows);
      for (double& value : x.back()) value = random.normal();
    }
  }
  [[nodiscard]] Values of(const std::function<double(const Row&)>& f) {
    Values y(kRows);
    for (std::size_t i = 0; i < kRows; ++i) y[i] = f([&](std::size_t c) { return x[c][i]; });
    return y;
  }
  [[nodiscard]] HeldRows held(const std::vector<Values>& targets, std::size_t known) const {
    std::vector<HeldSource> sources;
    for (std::size_t c = 0; c < x.size(); ++c) sources.push_back({"x" + std::to_string(c), x[c], 0, c < known});
    return testing::held_columns(std::move(sources), targets);
  }
  base::Random random;
  std::vector<Values> x;
};

Standing measured(const HeldRows& held, const std::vector<int>& facts, int threads = 1) {
  base::Control control;
  control.threads = threads;
  return measure_standing(held, facts, {}, control).value();
}

TEST(StandingCheck, ALinesBitsAreThoseOfTheFormula) {
  Rows rows(1);
  const Values y = rows.of([&](const Row& x) { return x(0) + x(1) + x(2) + rows.random.normal(); });
  const Standing standing = measured(rows.held({y}, 1), {1});
  EXPECT_NEAR(standing.known_nats / kBit, 0.5 * std::log2(4 / 3.0), 0.06);
  EXPECT_NEAR(standing.facts_nats / kBit, 0.5 * std::log2(3 / 2.0), 0.06);
  EXPECT_NEAR(standing.all_nats / kBit, 0.5 * std::log2(3), 0.08);
  EXPECT_TRUE(standing.facts_clear);
  EXPECT_TRUE(standing.beyond_clear);
}

TEST(StandingCheck, ProductsSignsAndBendsAreSeen) {
  Rows rows(2);
  const auto bits = [&](const std::function<double(const Row&)>& f) {
    return measured(rows.held({rows.of(f)}, 0), {}).all_nats / kBit;
  };
  EXPECT_GT(bits([](const Row& x) { return x(0) * x(1); }), 1.4);
  EXPECT_GT(bits([](const Row& x) { return x(0) * x(0); }), 1.8);
  EXPECT_GT(bits([](const Row& x) { return (x(0) > 0 ? 1 : -1) * std::abs(x(1)); }), 2);
  EXPECT_GT(bits([](const Row& x) { return std::sin(3 * x(0)) + 0.2 * x(3); }), 1.6);
}

TEST(StandingCheck, NoiseIsNeverClear) {
  int clear = 0;
  for (std::uint64_t seed = 10; seed < 20; ++seed) {
    Rows rows(seed, 10);
    const Values y = rows.of([&](const Row&) { return rows.random.normal(); });
    const Standing standing = measured(rows.held({y}, 1), {1});
    EXPECT_LT(std::abs(standing.all_nats / kBit), 0.05);
    clear += standing.facts_clear || standing.beyond_clear ? 1 : 0;
  }
  EXPECT_LE(clear, 2);
}

TEST(StandingCheck, ClassesThatDifferInSpreadOnly) {
  Rows rows(3);
  HeldRows held = rows.held({}, 0);
  held.class_count = 2;
  double truth = 0;
  base::Random random(4);
  for (std::size_t i = 0; i < kRows; ++i) {
    const int label = random.uniform() < 0.5 ? 0 : 1;
    const double x = rows.x[2][i] * (label == 0 ? 1 : 3);
    held.sources[2].values[i] = x;
    held.class_of.push_back(label);
    const double narrow = std::exp(-x * x / 2);
    const double wide = std::exp(-x * x / 18) / 3;
    truth += 1 + std::log2((label == 0 ? narrow : wide) / (narrow + wide));
  }
  truth /= kRows;
  const Standing standing = measured(held, {});
  EXPECT_NEAR(standing.all_nats / kBit, truth, 0.06);
  EXPECT_EQ(standing.columns.front(), 2);
}

TEST(StandingCheck, SeveralPredictionsCountTogether) {
  Rows rows(5);
  const Values one = rows.of([&](const Row& x) { return x(1) + rows.random.normal(); });
  const Values other = rows.of([&](const Row& x) { return x(2) + rows.random.normal(); });
  const Standing standing = measured(rows.held({one, other}, 0), {1});
  EXPECT_NEAR(standing.facts_nats / kBit, 0.5, 0.07);
  EXPECT_NEAR(standing.all_nats / kBit, 1, 0.1);
}

TEST(StandingCheck, ChancesThatAddUpButForRoundingTellAsMuchWithoutTheLast) {
  Rows rows(7);
  const Values one = rows.of([&](const Row& x) { return x(0) + x(1) + rows.random.normal(); });
  const Values other = rows.of([&](const Row& x) { return x(1) * x(2) + rows.random.normal(); });
  Values rest(kRows);
  for (std::size_t i = 0; i < kRows; ++i) rest[i] = -one[i] - other[i] + 1e-4 * rows.random.normal();
  const Standing two = measured(rows.held({one, other}, 1), {1});
  EXPECT_NEAR(two.known_nats / kBit, 0.5 * std::log2(1.5), 0.1);
  const Standing three = measured(rows.held({one, other, rest}, 1), {1});
  EXPECT_NEAR(three.known_nats / kBit, two.known_nats / kBit, 0.1);
  EXPECT_NEAR(three.facts_nats / kBit, two.facts_nats / kBit, 0.1);
  EXPECT_NEAR(three.all_nats / kBit, two.all_nats / kBit, 0.15);
}

TEST(StandingCheck, SameDigitsOnAnyThreads) {
  Rows rows(6);
  const HeldRows held = rows.held({rows.of([&](const Row& x) { return x(1) * x(2) + rows.random.normal(); })}, 1);
  const Standing one = measured(held, {1}, 1);
  const Standing three = measured(held, {1}, 3);
  EXPECT_EQ(one.all_nats, three.all_nats);
  EXPECT_EQ(one.facts_nats, three.facts_nats);
  EXPECT_EQ(one.columns, three.columns);
}

}  // namespace
}  // namespace explainee::explain::standing_check_test
