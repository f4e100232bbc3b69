// tests/explain_oracle_test.cpp: explain() against brute force on ten thousand random tables and people.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iostream>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/explain.h"
#include "testing/oracle.h"
#include "testing/random_task.h"
#include "testing/ranking.h"
#include "testing/test_scale.h"

namespace explainee::oracle {
namespace {

constexpr int kTasks = 10000;
constexpr double kMostSkipped = 0.02;
constexpr int kMostFailed = 3;
/// Sets whose value rounding moves by more are not missed among the alternatives.
constexpr Real kFar = 0.01;
/// So many ties are listed at most.
constexpr std::size_t kMostTies = 100;

std::vector<std::string> names_of(const std::vector<explain::Fact>& facts) {
  std::vector<std::string> names;
  for (const explain::Fact& fact : facts) names.push_back(fact.name);
  return names;
}

/// One task, its right answer and the answer given.
struct Case {
  const Oracle& oracle;
  const Ranking& ranking;
  const explain::Explanation& answer;
};

bool check_person(const Oracle& oracle, const explain::Explanation& answer) {
  EXPECT_EQ(answer.quadratic_knowing, oracle.quadratic);
  EXPECT_EQ(answer.sparsity, oracle.sparsity);
  EXPECT_EQ(answer.nothing_to_explain, oracle.open_predictions() == 0);
  std::vector<std::string> known;
  for (const explain::AlreadyKnown& each : answer.already_known) known.push_back(each.name);
  std::vector<std::string> expected = oracle.already_known;
  std::sort(known.begin(), known.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(known, expected);
  return known == expected && answer.sparsity == oracle.sparsity;
}

void check_choice(const Case& c, Mask chosen) {
  const std::vector<Mask>& maybe = c.ranking.maybe();
  EXPECT_TRUE(std::find(maybe.begin(), maybe.end(), chosen) != maybe.end())
      << "chosen " << c.oracle.names_of(chosen) << " worth " << c.oracle.worth(chosen).objective() << ", best "
      << c.oracle.names_of(c.ranking.best()) << " worth " << c.oracle.worth(c.ranking.best()).objective();
  if (!c.ranking.sharp() || c.ranking.sure().empty()) return;
  const Mask wanted = preferred(c.ranking.sure());
  if (wanted == preferred(maybe)) {
    EXPECT_EQ(c.oracle.names_of(chosen), c.oracle.names_of(wanted)) << "among ties";
  }
}

void check_information(const Case& c, Mask chosen) {
  const Worth& worth = c.oracle.worth(chosen);
  const explain::Information& information = c.answer.information;
  const double tolerance = static_cast<double>(c.ranking.tolerance(chosen));
  EXPECT_EQ(information.infinite, worth.settled > 0);
  EXPECT_NEAR(information.nats, static_cast<double>(worth.nats), tolerance);
  EXPECT_NEAR(information.objective_nats, static_cast<double>(worth.objective()), tolerance);
  if (!information.infinite) {
    EXPECT_NEAR(information.corrected_nats, static_cast<double>(worth.nats - c.oracle.bias(worth.rank)), tolerance);
  }
}

void check_certificate(const Case& c) {
  const information::Claim& certificate = c.answer.claim;
  const Worth& best = c.oracle.worth(c.ranking.best());
  EXPECT_TRUE(certificate.optimal());
  EXPECT_EQ(certificate.bound_nats.has_value(), best.settled == 0);
  if (certificate.bound_nats) {
    EXPECT_NEAR(*certificate.bound_nats, static_cast<double>(best.objective()),
                static_cast<double>(c.ranking.best_tolerance()));
    EXPECT_GE(*certificate.bound_nats, c.answer.information.objective_nats - 1e-12);
  } else {
    EXPECT_EQ(certificate.gap_nats, 0);
  }
}

/// The alternatives as masks; checks each of them by itself and their order.
std::vector<Mask> check_listed(const Case& c, Mask chosen) {
  std::vector<Mask> listed;
  for (const explain::FactSet& set : c.answer.alternatives) {
    const auto mask = c.oracle.mask_of(set.features);
    EXPECT_TRUE(mask.has_value()) << "an alternative has a fact that is no candidate";
    if (!mask) continue;
    const Worth& worth = c.oracle.worth(*mask);
    const Real tolerance = c.ranking.tolerance(*mask);
    EXPECT_NE(*mask, chosen);
    EXPECT_FALSE(worth.redundant) << c.oracle.names_of(*mask);
    EXPECT_EQ(set.infinite, worth.settled > 0) << c.oracle.names_of(*mask);
    EXPECT_NEAR(set.nats, static_cast<double>(worth.objective()), static_cast<double>(tolerance))
        << c.oracle.names_of(*mask);
    if (!listed.empty()) {
      const Worth& before = c.oracle.worth(listed.back());
      EXPECT_TRUE(before.settled > worth.settled || before.objective() > worth.objective() - tolerance -
                                                                             c.ranking.tolerance(listed.back()) -
                                                                             c.ranking.most_tie(*mask))
          << c.oracle.names_of(*mask) << " stands too late";
    }
    EXPECT_TRUE(std::find(listed.begin(), listed.end(), *mask) == listed.end()) << "listed twice";
    listed.push_back(*mask);
  }
  return listed;
}

void check_alternatives(const Case& c, Mask chosen) {
  const std::vector<Mask> listed = check_listed(c, chosen);
  const auto is_listed = [&](Mask set) { return std::find(listed.begin(), listed.end(), set) != listed.end(); };
  for (const Mask set : c.ranking.sure()) {
    if (set == chosen || set == 0 || listed.size() >= kMostTies || !c.ranking.sharp()) continue;
    EXPECT_TRUE(is_listed(set)) << c.oracle.names_of(set) << " ties with the best and is not listed";
  }
  const bool full = listed.size() >= static_cast<std::size_t>(c.answer.request.how.top);
  for (const Mask set : c.oracle.sets) {
    if (set == 0 || set == chosen || c.oracle.worth(set).redundant || is_listed(set)) continue;
    const Worth& worth = c.oracle.worth(set);
    if (full && (listed.empty() || c.ranking.compare(set, listed.back()) <= 0)) continue;
    if (!c.ranking.minimal(set) || !(c.ranking.tolerance(set) < kFar)) continue;
    const Real above = full ? worth.objective() - c.oracle.worth(listed.back()).objective() : 1;
    const bool settles_more = full && worth.settled > c.oracle.worth(listed.back()).settled;
    const Real tolerance =
        full ? c.ranking.tolerance(set) + c.ranking.tolerance(listed.back()) + c.ranking.most_tie(set) : 0;
    EXPECT_FALSE(settles_more || above > tolerance)
        << c.oracle.names_of(set) << " worth " << worth.objective() << " is not listed";
  }
}

void check_curve(const Case& c) {
  ASSERT_EQ(c.answer.curve.size(), static_cast<std::size_t>(c.oracle.sparsity));
  for (const explain::CurvePoint& point : c.answer.curve) {
    const Mask best = c.ranking.best_of(point.sparsity);
    const auto given = c.oracle.mask_of(point.set.features);
    ASSERT_TRUE(given.has_value());
    const Real tolerance = c.ranking.tolerance(best) + c.ranking.tolerance(*given) + 2 * c.ranking.most_tie(best);
    const Worth& worth = c.oracle.worth(best);
    EXPECT_TRUE(point.optimal);
    EXPECT_EQ(point.set.infinite, worth.settled > 0) << "with " << point.sparsity << " facts";
    EXPECT_NEAR(point.set.nats, static_cast<double>(worth.objective()), static_cast<double>(tolerance))
        << "with " << point.sparsity << " facts";
  }
}

void check_uncertainty(const Case& c, Mask chosen) {
  const Regression regression = c.oracle.regression(chosen);
  const Vector rounding = c.oracle.regression(0).after_rounding;
  for (Eigen::Index k = 0; k < c.oracle.own.size(); ++k) {
    const double before = c.answer.uncertainty.before[static_cast<std::size_t>(k)];
    const double after = c.answer.uncertainty.after[static_cast<std::size_t>(k)];
    EXPECT_NEAR(before * before, static_cast<double>(c.oracle.before[k]),
                static_cast<double>(rounding[k] + kTolerance * c.oracle.before[k]));
    EXPECT_NEAR(after * after, static_cast<double>(regression.after[k]),
                static_cast<double>(regression.after_rounding[k] + kTolerance * regression.after[k]));
  }
}

/// Coefficients of numbers as they are; of a category relative to its reference.
void check_coefficients(const Case& c, Mask chosen) {
  const Regression regression = c.oracle.regression(chosen);
  if (c.oracle.worth(chosen).rank < regression.coefficients.rows()) return;  // not unique
  Eigen::Index row = 0;
  for (std::size_t index = 0; index < c.oracle.candidates.size(); ++index) {
    if ((chosen >> index & 1U) == 0) continue;
    const auto fact = std::find_if(c.answer.facts.begin(), c.answer.facts.end(),
                                   [&](const auto& each) { return each.name == c.oracle.candidates[index].name; });
    std::vector<explain::PerPrediction> given = {fact->coefficient};
    if (fact->coefficient.empty()) {
      given.clear();
      for (std::size_t k = 1; k < fact->columns.size(); ++k) given.push_back(fact->columns[k].coefficient);
    }
    ASSERT_EQ(given.size(), static_cast<std::size_t>(c.oracle.candidates[index].count)) << fact->name;
    for (const explain::PerPrediction& each : given) {
      for (Eigen::Index k = 0; k < regression.coefficients.cols(); ++k) {
        const Real wanted = regression.coefficients(row, k);
        EXPECT_NEAR(each[static_cast<std::size_t>(k)], static_cast<double>(wanted),
                    static_cast<double>(regression.rounding(row, k) + kTolerance * std::abs(wanted)))
            << fact->name;
      }
      ++row;
    }
  }
}

enum class Verdict { kChecked, kSkipped };

base::Control one_thread() { return {}; }

Verdict check_explain(const Task& task) {
  const Oracle oracle(task);
  if (oracle.borderline) return Verdict::kSkipped;
  data::MemoryTable table = task.table();
  const auto result = explain::explain({.table = data::Dataset::borrow(table)}, task.request, one_thread());
  if (oracle.too_few_rows) {
    EXPECT_TRUE(!result.ok() && result.error().code == base::ErrorCode::kTooFewRows) << "there are too few rows";
    return Verdict::kChecked;
  }
  EXPECT_TRUE(result.ok()) << base::text(result.error(), base::command_line());
  if (!result.ok()) return Verdict::kChecked;
  const explain::Explanation& answer = result.value();
  if (!check_person(oracle, answer) || oracle.open_predictions() == 0) return Verdict::kChecked;
  const Ranking ranking(oracle);
  if (ranking.doubtful()) return Verdict::kSkipped;
  const Case c{oracle, ranking, answer};
  const auto chosen = oracle.mask_of(names_of(answer.facts));
  EXPECT_TRUE(chosen.has_value()) << "a fact is no candidate";
  if (!chosen) return Verdict::kChecked;
  check_choice(c, *chosen);
  check_information(c, *chosen);
  check_certificate(c);
  if (oracle.candidates.empty()) return Verdict::kChecked;
  check_alternatives(c, *chosen);
  check_curve(c);
  check_uncertainty(c, *chosen);
  check_coefficients(c, *chosen);
  return Verdict::kChecked;
}

int message_count() { return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count(); }

class ExplainOracle : public testing::TestWithParam<int> {};

TEST_P(ExplainOracle, AgreesWithBruteForce) {
  const auto kind = static_cast<Kind>(GetParam());
  const int count = scaled(kTasks) / kKinds + 1;
  int skipped = 0;
  int failed = 0;
  for (int seed = 0; seed < count && failed < kMostFailed; ++seed) {
    SCOPED_TRACE(std::string(name_of(kind)) + ", seed " + std::to_string(seed));
    const int messages = message_count();
    if (check_explain(random_task(kind, static_cast<std::uint64_t>(seed))) == Verdict::kSkipped) ++skipped;
    if (message_count() > messages) ++failed;
  }
  RecordProperty("skipped", skipped);
  EXPECT_LE(skipped, std::max(3.0, kMostSkipped * count));
}

/// The task as nobody in particular would pose it, about the facts this person lacks.
Task for_nobody(const Task& task, const Oracle& oracle) {
  Task nobody = task;
  nobody.request = {};
  nobody.request.what.prediction = task.request.what.prediction;
  nobody.request.how.weight = task.request.how.weight;
  nobody.request.facts.sparsity = oracle.sparsity;
  for (const Candidate& candidate : oracle.candidates) nobody.request.facts.features.push_back(candidate.name);
  nobody.seen.clear();
  return nobody;
}

TEST_P(ExplainOracle, ImpersonalSetIsTheBestForNobodyAndIsWorthWhatItTellsHer) {
  const auto kind = static_cast<Kind>(GetParam());
  const int tasks = std::max(20, scaled(kTasks) / kKinds / 10 + 1);
  int compared = 0;
  for (int seed = 0; seed < tasks; ++seed) {
    SCOPED_TRACE(std::string(name_of(kind)) + ", seed " + std::to_string(seed));
    const Task task = random_task(kind, static_cast<std::uint64_t>(seed));
    const Oracle hers(task);
    if (hers.borderline || hers.too_few_rows || hers.open_predictions() == 0 || hers.candidates.empty()) continue;
    const Oracle nobodys(for_nobody(task, hers));
    const Ranking ranking(nobodys);
    if (nobodys.borderline || ranking.doubtful() || nobodys.candidates.size() != hers.candidates.size()) continue;
    data::MemoryTable table = task.table();
    const auto result = explain::explain({.table = data::Dataset::borrow(table)}, task.request, {});
    ASSERT_TRUE(result.ok()) << base::text(result.error(), base::command_line());
    ASSERT_TRUE(result.value().impersonal_unknown.has_value());
    const explain::FactSet& given = *result.value().impersonal_unknown;
    const auto set = hers.mask_of(given.features);
    ASSERT_TRUE(set.has_value());
    EXPECT_TRUE(std::find(ranking.maybe().begin(), ranking.maybe().end(), *set) != ranking.maybe().end())
        << nobodys.names_of(*set) << " is not " << nobodys.names_of(ranking.best());
    const Real tolerance = hers.blur(*set) + kTolerance;
    if (!(tolerance < kFar)) continue;
    EXPECT_EQ(given.infinite, hers.worth(*set).settled > 0);
    EXPECT_NEAR(given.nats, static_cast<double>(hers.worth(*set).objective()), static_cast<double>(tolerance))
        << hers.names_of(*set);
    ++compared;
  }
  std::cout << "compared " << compared << " of " << tasks << '\n';
  EXPECT_GE(3 * compared, 2 * tasks);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ExplainOracle, testing::Range(0, kKinds),
                         [](const auto& kind) { return name_of(static_cast<Kind>(kind.param)); });

}  // namespace
}  // namespace explainee::oracle
