// tests/score_oracle_test.cpp: score() against brute force: what a named set tells, what is lost, and the test of I =
// 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
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

/// (e^{2I} − 1)(ν−r−a)/a ~ F(a, ν−r−a), one prediction (mathematics §8).
double p_value(const Oracle& oracle, int rank, double nats) {
  const double free = oracle.effective_rows - 1 - oracle.summary_rank - rank;
  const boost::math::fisher_f distribution(rank, free);
  const double statistic = std::expm1(2 * nats) * free / rank;
  return boost::math::cdf(boost::math::complement(distribution, std::max(0.0, statistic)));
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
    const auto nats = static_cast<double>(worth.nats);
    EXPECT_LE(*answer.information.p_value, p_value(oracle, worth.rank, nats - tolerance) + 1e-9);
    EXPECT_GE(*answer.information.p_value, p_value(oracle, worth.rank, nats + tolerance) - 1e-9);
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
