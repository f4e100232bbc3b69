// tests/score_oracle_test.cpp: score() against brute force: what a named set tells, what is lost, and that
// there is a test of I = 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/explain/explain.h"
#include "testing/oracle.h"
#include "testing/random_task.h"
#include "testing/ranking.h"
#include "testing/test_scale.h"

namespace explainee::oracle {
namespace {

constexpr int kTasks = 2000;

/// Up to three of the candidates.
std::vector<std::string> some_facts(const Oracle& oracle, std::uint64_t seed) {
  base::Random random(seed, 77);
  std::vector<std::string> names;
  for (const Candidate& candidate : oracle.candidates) names.push_back(candidate.name);
  random.shuffle(std::span(names));
  names.resize(std::min<std::size_t>(names.size(), 1 + random.below(3)));
  return names;
}

void check_score(const Oracle& oracle, const explain::Explanation& answer, Mask judged) {
  const Ranking ranking(oracle);
  const Worth& worth = oracle.worth(judged);
  const auto tolerance = static_cast<double>(ranking.tolerance(judged));
  if (ranking.doubtful() || !(tolerance < 0.01)) return;
  EXPECT_EQ(answer.information.infinite, worth.settled > 0);
  // Which of two nearly equal facts stands for both is free.
  EXPECT_NEAR(answer.information.nats, static_cast<double>(worth.nats), worth.redundant ? 1e-6 : tolerance);
  const Worth& best = oracle.worth(ranking.best());
  const auto best_tolerance = static_cast<double>(ranking.best_tolerance());
  ASSERT_TRUE(answer.score.has_value());
  EXPECT_EQ(answer.score->best.infinite, best.settled > 0);
  EXPECT_NEAR(answer.score->best.nats, static_cast<double>(best.objective()), best_tolerance);
  EXPECT_EQ(answer.score->lost_infinite, best.settled > worth.settled);
  if (best.settled < worth.settled) {
    EXPECT_EQ(answer.score->lost_nats, 0);
  }
  if (best.settled == worth.settled && !worth.redundant) {
    EXPECT_NEAR(answer.score->lost_nats, static_cast<double>(best.objective() - worth.objective()),
                tolerance + best_tolerance);
  }
  if (oracle.open_predictions() == 1 && worth.settled == 0 && worth.rank > 0 && !worth.redundant) {
    ASSERT_TRUE(answer.information.p_value.has_value());
    // Its own tests say which value is right (information/tests/robust_wald_test.cpp).
    EXPECT_GE(*answer.information.p_value, 0);
    EXPECT_LE(*answer.information.p_value, 1);
  }
}

class ScoreOracle : public testing::TestWithParam<int> {};

TEST_P(ScoreOracle, AgreesWithBruteForce) {
  const auto kind = static_cast<Kind>(GetParam());
  int looked_at = 0;
  for (int seed = 0; seed < scaled(kTasks) / kKinds + 1; ++seed) {
    SCOPED_TRACE(std::string(name_of(kind)) + ", seed " + std::to_string(seed));
    Task task = random_task(kind, static_cast<std::uint64_t>(seed));
    const std::vector<std::string> judged = some_facts(Oracle(task), static_cast<std::uint64_t>(seed));
    if (judged.empty()) continue;
    task.request.facts.sparsity = static_cast<int>(judged.size());
    const Oracle oracle(task);
    if (oracle.borderline || oracle.too_few_rows || oracle.open_predictions() == 0) continue;
    ++looked_at;
    task.request.facts.features = judged;
    data::MemoryTable table = task.table();
    const auto result = explain::score({.table = data::Dataset::borrow(table)}, task.request, {});
    ASSERT_TRUE(result.ok()) << base::text(result.error(), base::command_line());
    check_score(oracle, result.value(), *oracle.mask_of(judged));
    if (HasFailure()) return;
  }
  EXPECT_GT(looked_at, scaled(kTasks) / kKinds / 4);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ScoreOracle, testing::Range(0, kKinds),
                         [](const auto& kind) { return name_of(static_cast<Kind>(kind.param)); });

}  // namespace
}  // namespace explainee::oracle
