// tests/explain_oracle_test.cpp: explain() and score() against brute force on ten thousand random tables and people.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <map>
#include <numbers>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"
#include "explainee/explain/explain.h"
#include "oracle.h"
#include "random_task.h"
#include "test_scale.h"

namespace explainee::oracle {
namespace {

constexpr int kTasks = 10000;
constexpr double kMostSkipped = 0.02;
constexpr Real kTolerance = 1e-9;
/// Objectives further apart than this are different whatever rounding does (else the task is skipped).
constexpr Real kFar = 0.01;

/// The oracle's ranking of the sets that are worth listing.
class Ranking {
 public:
  explicit Ranking(const Oracle& oracle) : oracle_(oracle) {
    for (const Mask set : oracle.sets) {
      if (set == 0 || compare(set, best_) > 0) best_ = oracle.worth(set).redundant ? best_ : set;
    }
    for (const Mask set : oracle.sets) {
      const Worth& worth = oracle.worth(set);
      if (worth.redundant || worth.settled < oracle.worth(best_).settled) continue;
      if (distance(set) > kFar || !minimal(set)) continue;
      if (!(tolerance(set) < kFar)) doubtful_ = true;
      if (distance(set) <= 0.3L * tie(set)) sure_.push_back(set);
      if (distance(set) <= 2 * tie(set) + tolerance(set) + tolerance(best_)) maybe_.push_back(set);
    }
  }

  [[nodiscard]] Mask best() const { return best_; }
  [[nodiscard]] bool doubtful() const { return doubtful_; }
  [[nodiscard]] const std::vector<Mask>& sure() const { return sure_; }
  [[nodiscard]] const std::vector<Mask>& maybe() const { return maybe_; }

  /// Sign of what a is worth less what b is.
  [[nodiscard]] int compare(Mask a, Mask b) const {
    const Worth& x = oracle_.worth(a);
    const Worth& y = oracle_.worth(b);
    if (x.settled != y.settled) return x.settled < y.settled ? -1 : 1;
    return x.objective() < y.objective() ? -1 : x.objective() > y.objective() ? 1 : 0;
  }
  /// How far a set lies below the best.
  [[nodiscard]] Real distance(Mask set) const {
    if (oracle_.worth(set).settled < oracle_.worth(best_).settled) return std::numeric_limits<Real>::infinity();
    return oracle_.worth(best_).objective() - oracle_.worth(set).objective();
  }
  /// What an answer may differ by.
  [[nodiscard]] Real tolerance(Mask set) const {
    auto [entry, fresh] = blurs_.try_emplace(set, 0);
    if (fresh) entry->second = oracle_.blur(set);
    return entry->second + kTolerance * std::max(Real{1}, std::abs(oracle_.worth(set).objective()));
  }
  /// kTie in nats.
  [[nodiscard]] Real tie(Mask set) const { return std::log1p(base::kTie * std::exp(2 * oracle_.worth(set).nats)) / 2; }
  /// True when no smaller part of the set is worth as much.
  [[nodiscard]] bool minimal(Mask set) const {
    for (Mask part = (set - 1) & set; part != set; part = (part - 1) & set) {
      if (oracle_.worth(part).settled >= oracle_.worth(set).settled &&
          oracle_.worth(part).objective() >= oracle_.worth(set).objective() - tie(set)) {
        return false;
      }
      if (part == 0) break;
    }
    return true;
  }

 private:
  const Oracle& oracle_;
  Mask best_ = 0;
  bool doubtful_ = false;
  std::vector<Mask> sure_;   ///< tie with the best
  std::vector<Mask> maybe_;  ///< tie with the best as far as doubles can tell
  mutable std::map<Mask, Real> blurs_;
};

/// The lowest of two sets written as sorted lists.
bool lower(Mask a, Mask b) {
  const Mask differ = a ^ b;
  return differ != 0 && (a & (differ & (~differ + 1))) != 0;
}

Mask preferred(const std::vector<Mask>& sets) {
  return *std::min_element(sets.begin(), sets.end(), [](Mask a, Mask b) {
    return std::popcount(a) != std::popcount(b) ? std::popcount(a) < std::popcount(b) : lower(a, b);
  });
}

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

void check_person(const Oracle& oracle, const explain::Explanation& answer) {
  EXPECT_EQ(answer.quadratic_knowing, oracle.quadratic);
  EXPECT_EQ(answer.sparsity, oracle.sparsity);
  EXPECT_EQ(answer.nothing_to_explain, oracle.open_predictions() == 0);
  std::vector<std::string> known;
  for (const explain::AlreadyKnown& each : answer.already_known) known.push_back(each.name);
  std::vector<std::string> expected = oracle.already_known;
  std::sort(known.begin(), known.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(known, expected);
}

void check_choice(const Case& c, Mask chosen) {
  const std::vector<Mask>& maybe = c.ranking.maybe();
  EXPECT_TRUE(std::find(maybe.begin(), maybe.end(), chosen) != maybe.end())
      << "chosen " << c.oracle.names_of(chosen) << " worth " << c.oracle.worth(chosen).objective() << ", best "
      << c.oracle.names_of(c.ranking.best()) << " worth " << c.oracle.worth(c.ranking.best()).objective();
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

void check_certificate(const Case& c, Mask chosen) {
  const explain::Certificate& certificate = c.answer.certificate;
  const Worth& best = c.oracle.worth(c.ranking.best());
  EXPECT_TRUE(certificate.optimal) << certificate.statement;
  EXPECT_EQ(certificate.bound_nats.has_value(), best.settled == 0);
  if (certificate.bound_nats) {
    const Real tolerance = c.ranking.tolerance(c.ranking.best()) + c.ranking.tolerance(chosen);
    EXPECT_NEAR(*certificate.bound_nats, static_cast<double>(best.objective()), static_cast<double>(tolerance));
    EXPECT_GE(*certificate.bound_nats, c.answer.information.objective_nats - 1e-12);
  } else {
    EXPECT_EQ(certificate.gap_nats, 0);
  }
}

void check_alternatives(const Case& c, Mask chosen) {
  std::vector<Mask> listed;
  for (const explain::NamedSet& set : c.answer.alternatives) {
    const auto mask = c.oracle.mask_of(set.features);
    ASSERT_TRUE(mask.has_value());
    const Worth& worth = c.oracle.worth(*mask);
    const Real tolerance = c.ranking.tolerance(*mask);
    EXPECT_NE(*mask, chosen);
    EXPECT_EQ(set.infinite, worth.settled > 0) << c.oracle.names_of(*mask);
    EXPECT_NEAR(set.nats, static_cast<double>(worth.objective()), static_cast<double>(tolerance))
        << c.oracle.names_of(*mask);
    EXPECT_FALSE(worth.redundant) << c.oracle.names_of(*mask);
    if (!listed.empty()) {
      const Real above = c.oracle.worth(listed.back()).objective() - worth.objective();
      EXPECT_TRUE(c.oracle.worth(listed.back()).settled > worth.settled || above > -tolerance - 1e-9L);
    }
    listed.push_back(*mask);
  }
  std::vector<Mask> sorted = listed;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_TRUE(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) << "an alternative is listed twice";
  for (const Mask set : c.ranking.sure()) {
    if (set == chosen || set == 0 || listed.size() >= 100 || c.ranking.tolerance(set) > 2 * kTolerance) continue;
    EXPECT_TRUE(std::find(listed.begin(), listed.end(), set) != listed.end())
        << c.oracle.names_of(set) << " ties with the best and is not listed";
  }
  for (const Mask set : c.oracle.sets) {
    const bool known = set == 0 || set == chosen || c.oracle.worth(set).redundant;
    if (known || std::find(listed.begin(), listed.end(), set) != listed.end()) continue;
    if (listed.size() < static_cast<std::size_t>(c.answer.options.top)) {
      EXPECT_FALSE(c.ranking.minimal(set) && c.ranking.tolerance(set) < kFar)
          << c.oracle.names_of(set) << " worth " << c.oracle.worth(set).objective() << " has a place and is not listed";
    } else if (!listed.empty() && c.ranking.compare(set, listed.back()) > 0 && c.ranking.minimal(set)) {
      const Real above = c.oracle.worth(set).objective() - c.oracle.worth(listed.back()).objective();
      const bool clear = c.oracle.worth(set).settled > c.oracle.worth(listed.back()).settled ||
                         above > c.ranking.tolerance(set) + c.ranking.tolerance(listed.back());
      EXPECT_FALSE(clear) << c.oracle.names_of(set) << " beats the last alternative by " << above;
    }
  }
}

void check_curve(const Case& c) {
  ASSERT_EQ(c.answer.curve.size(), static_cast<std::size_t>(c.oracle.sparsity));
  for (const explain::CurvePoint& point : c.answer.curve) {
    Mask best = 0;
    for (const Mask set : c.oracle.sets) {
      if (c.oracle.worth(set).redundant || std::popcount(set) > point.sparsity) continue;
      if (c.ranking.compare(set, best) > 0) best = set;
    }
    const auto given = c.oracle.mask_of(point.set.features);
    ASSERT_TRUE(given.has_value());
    const Real tolerance = c.ranking.tolerance(best) + c.ranking.tolerance(*given);
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
  const auto result = explain::explain({.table = &table}, task.options, one_thread());
  if (oracle.too_few_rows) {
    EXPECT_TRUE(!result.ok() && result.error().code == base::ErrorCode::kTooFewRows) << "there are too few rows";
    return Verdict::kChecked;
  }
  EXPECT_TRUE(result.ok()) << result.error().text();
  if (!result.ok()) return Verdict::kChecked;
  const explain::Explanation& answer = result.value();
  check_person(oracle, answer);
  if (testing::Test::HasFailure() || oracle.open_predictions() == 0) return Verdict::kChecked;
  const Ranking ranking(oracle);
  if (ranking.doubtful()) return Verdict::kSkipped;
  const Case c{oracle, ranking, answer};
  const auto chosen = oracle.mask_of(names_of(answer.facts));
  EXPECT_TRUE(chosen.has_value()) << "a fact is no candidate";
  if (!chosen) return Verdict::kChecked;
  check_choice(c, *chosen);
  check_information(c, *chosen);
  check_certificate(c, *chosen);
  if (oracle.candidates.empty()) return Verdict::kChecked;
  check_alternatives(c, *chosen);
  check_curve(c);
  check_uncertainty(c, *chosen);
  check_coefficients(c, *chosen);
  return Verdict::kChecked;
}

class ExplainOracle : public testing::TestWithParam<int> {};

TEST_P(ExplainOracle, AgreesWithBruteForce) {
  const auto kind = static_cast<Kind>(GetParam());
  const int count = scaled(kTasks) / kKinds + 1;
  int skipped = 0;
  for (int seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(std::string(name_of(kind)) + ", seed " + std::to_string(seed));
    if (check_explain(random_task(kind, static_cast<std::uint64_t>(seed))) == Verdict::kSkipped) ++skipped;
    if (HasFailure() && !getenv("ALL")) break;
  }
  printf("skipped %d of %d\n",skipped,count);
  RecordProperty("skipped", skipped);
  EXPECT_LE(skipped, 1 + kMostSkipped * count);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ExplainOracle, testing::Range(0, kKinds),
                         [](const auto& kind) { return name_of(static_cast<Kind>(kind.param)); });

}  // namespace
}  // namespace explainee::oracle
