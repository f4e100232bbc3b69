#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "explainee/base/bits.h"
#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::choose_test {
namespace {

using Change = std::function<void(request::Request&)>;
using Names = std::vector<std::string>;
using information::Claim;
using testing::beside;
using testing::SmallTable;

/// Composed with the candidates a, b and c, two of which may be told.
Composition composed(const SmallTable& rows, const Change& change, bool judging = false) {
  request::Request request = testing::about_p(2);
  request.facts.features = {"a", "b", "c"};
  change(request);
  auto made = compose(rows.input(), request, {}, judging);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : base::text(made.error(), base::command_line()));
  return std::move(made).value();
}

Composition chosen(const SmallTable& rows, const Change& change) {
  Composition c = composed(rows, change);
  const auto done = choose(c);
  EXPECT_TRUE(done.ok()) << (done.ok() ? "" : base::text(done.error(), base::command_line()));
  return c;
}

Composition judged(
    const SmallTable& rows, const Names& set, const Change& change = [](auto& /*r*/) {}) {
  Composition c = composed(
      rows,
      [&](auto& r) {
        r.facts.features = set;
        r.facts.exclude = {"town"};
        change(r);
      },
      true);
  const auto done = take_judged(c);
  EXPECT_TRUE(done.ok()) << (done.ok() ? "" : base::text(done.error(), base::command_line()));
  return c;
}

Names names_of(const std::vector<Candidate>& facts) {
  Names names;
  for (const Candidate& fact : facts) names.push_back(fact.description.name);
  return names;
}

/// Sets of a, b and c by least squares, best first.
std::vector<testing::RankedSet> ranked(const SmallTable& rows, std::size_t most) {
  return testing::ranked_sets({}, beside({rows.a, rows.b, rows.c}), beside({rows.p}), most);
}

Names names_of(const testing::RankedSet& set) {
  Names names;
  for (const std::size_t column : set.columns) names.push_back(Names{"a", "b", "c"}[column]);
  return names;
}

TEST(Choose, TheBestOfAllSetsAndThoseBehindIt) {
  const SmallTable rows;
  const std::vector<testing::RankedSet> sets = ranked(rows, 2);
  const Composition c = chosen(rows, [](auto& r) { r.how.top = 3; });
  EXPECT_EQ(names_of(list_set(c.setting, c.problem, c.solution.best.set).facts), names_of(sets[0]));
  EXPECT_NEAR(c.solution.best.value.nats, sets[0].nats, 1e-9);
  ASSERT_EQ(c.alternatives.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(names_of(c.alternatives[i].facts), names_of(sets[i + 1]));
  EXPECT_TRUE(c.answer.alternatives_proven);
  EXPECT_EQ(c.answer.method, "exact");
  EXPECT_EQ(c.answer.claim.kind, Claim::Kind::kBestOfAll);
  EXPECT_EQ(c.answer.claim.most_facts, 2);
  EXPECT_NEAR(c.answer.claim.bound_nats.value(), sets[0].nats, 1e-9);
  EXPECT_NEAR(c.answer.claim.gap_nats, 0, 1e-12);
  EXPECT_FALSE(c.answer.claim.ties);
}

TEST(Choose, TheCurveHoldsTheBestOfEachSize) {
  const SmallTable rows;
  const Composition c = chosen(rows, [](auto& r) { r.facts.sparsity = 3; });
  ASSERT_EQ(c.curve.size(), 3U);
  for (std::size_t k = 1; k <= 3; ++k) {
    EXPECT_EQ(c.curve[k - 1].sparsity, static_cast<int>(k));
    EXPECT_EQ(names_of(c.curve[k - 1].set.facts), names_of(ranked(rows, k).front()));
    EXPECT_TRUE(c.curve[k - 1].optimal);
  }
}

TEST(Choose, AllSetsWithinSoManyBitsAreListed) {
  const SmallTable rows;
  std::vector<Names> near;
  const std::vector<testing::RankedSet> sets = ranked(rows, 2);
  for (std::size_t i = 1; i < sets.size(); ++i) {
    if (sets[i].nats >= sets[0].nats - base::to_nats(0.75)) near.push_back(names_of(sets[i]));
  }
  const Composition c = chosen(rows, [](auto& r) {
    r.how.top = 0;
    r.how.within_bits = 0.75;
  });
  ASSERT_FALSE(near.empty());
  std::vector<Names> listed;
  for (const ListedSet& set : c.alternatives) listed.push_back(names_of(set.facts));
  EXPECT_EQ(listed, near);
}

TEST(Choose, TwoColumnsAlikeTie) {
  SmallTable rows;
  rows.table.add("copy", rows.a);
  const Composition c = chosen(rows, [](auto& r) {
    r.facts.features = {"a", "copy"};
    r.facts.sparsity = 1;
  });
  EXPECT_EQ(names_of(list_set(c.setting, c.problem, c.solution.best.set).facts), (Names{"a"}));
  EXPECT_TRUE(c.answer.claim.ties);
  EXPECT_EQ(names_of(c.alternatives.at(0).facts), (Names{"copy"}));
}

TEST(Choose, WithABudgetAnyNumberOfFactsThatItPaysFor) {
  const SmallTable rows;
  const Composition c = chosen(rows, [](auto& r) {
    r.facts.sparsity.reset();
    r.facts.budget = 3;
    r.facts.cost = {{{"a"}, 3.5}};
  });
  EXPECT_EQ(c.answer.claim.most_facts, std::nullopt);
  EXPECT_EQ(c.answer.claim.budget, 3);
  EXPECT_EQ(names_of(list_set(c.setting, c.problem, c.solution.best.set).facts), (Names{"b", "c"}));
}

TEST(Choose, WhereThereIsNothingToChooseTheEmptySetIsBest) {
  SmallTable rows;
  rows.table.add("same", std::vector<double>(rows.a.size(), 3.0));
  const Composition known = chosen(rows, [](auto& r) { r.who.knows = {"a", "b", "c"}; });
  EXPECT_EQ(known.answer.claim.kind, Claim::Kind::kNoCandidate);
  EXPECT_TRUE(known.answer.claim.optimal());
  EXPECT_EQ(known.answer.claim.bound_nats, 0);
  const Composition constant = chosen(rows, [](auto& r) { r.what.prediction = {"same"}; });
  EXPECT_EQ(constant.answer.claim.kind, Claim::Kind::kNothingToExplain);
  EXPECT_TRUE(constant.solution.best.set.empty());
}

TEST(Choose, ForwardSelectionProvesNothing) {
  const SmallTable rows;
  const Composition c = chosen(rows, [](auto& r) { r.how.method = request::Method::kGreedy; });
  EXPECT_EQ(c.answer.method, "greedy");
  EXPECT_EQ(c.answer.claim.kind, Claim::Kind::kNothingProven);
  EXPECT_FALSE(c.answer.claim.optimal());
  EXPECT_EQ(names_of(list_set(c.setting, c.problem, c.solution.best.set).facts), names_of(ranked(rows, 2)[0]));
}

TEST(Choose, ASearchThatIsStoppedGivesAtLeastWhatForwardSelectionFinds) {
  SmallTable rows;
  base::Random random(2);
  Names names;
  std::vector<std::vector<double>> columns;
  for (int j = 0; j < 20; ++j) {
    names.push_back("x" + std::to_string(j));
    columns.emplace_back();
    for (const double value : rows.p) columns.back().push_back(value + 5 * random.normal());
    rows.table.add(names.back(), columns.back());
  }
  Composition c = composed(rows, [&](auto& r) {
    r.facts.features = names;
    r.facts.sparsity = 5;
  });
  const std::atomic<bool> cancel = true;
  c.searching.cancel = &cancel;
  ASSERT_TRUE(choose(c).ok());
  EXPECT_TRUE(c.answer.interrupted);
  EXPECT_NE(c.answer.claim.kind, Claim::Kind::kBestOfAll);
  std::vector<std::vector<double>> forward;
  const auto tells_less = [&](const auto& one, const auto& other) {
    const Eigen::MatrixXd known = beside(forward);
    return testing::nats_told(known, beside({one}), beside({rows.p})) <
           testing::nats_told(known, beside({other}), beside({rows.p}));
  };
  while (forward.size() < 5) forward.push_back(*std::max_element(columns.begin(), columns.end(), tells_less));
  EXPECT_GE(c.solution.best.value.nats, testing::nats_told({}, beside(forward), beside({rows.p})) - 1e-9);
}

/// Its conditions of optimality (mathematics §4): 2·xᵀr = λp for what is chosen, no more for the rest.
TEST(Choose, TheLassoMinimisesItsObjective) {
  const SmallTable rows;
  const Eigen::MatrixXd x = testing::least_squares({}, beside({rows.a, rows.b, rows.c})).residuals;  // centred
  const Eigen::VectorXd y = testing::least_squares({}, beside({rows.p})).residuals.col(0);
  for (const double lambda : {0.5, 10.0, 40.0, 150.0}) {
    for (const bool raw : {false, true}) {
      const Composition c = chosen(rows, [&](auto& r) {
        r.how.method = request::Method::kLasso;
        r.how.lambda = lambda;
        r.how.raw_units = raw;
      });
      Eigen::VectorXd beta = Eigen::VectorXd::Zero(3);
      for (std::size_t i = 0; i < c.answer.facts.size(); ++i)
        beta[c.solution.best.set[i]] = c.answer.facts[i].lasso_coefficient.value();
      const Eigen::VectorXd slope = 2 * x.transpose() * (y - x * beta);
      for (Eigen::Index j = 0; j < 3; ++j) {
        const double penalty = lambda * (raw ? 1.0 : x.col(j).norm() / std::sqrt(x.rows()));
        if (beta[j] != 0) {
          EXPECT_NEAR(slope[j], penalty * (beta[j] > 0 ? 1 : -1), 1e-8) << lambda << ' ' << j;
        } else {
          EXPECT_LE(std::abs(slope[j]), penalty + 1e-8) << lambda << ' ' << j;
        }
      }
    }
  }
}

TEST(Choose, SoLargeAPenaltyLeavesNothing) {
  const SmallTable rows;
  const Composition c = chosen(rows, [](auto& r) {
    r.how.method = request::Method::kLasso;
    r.how.lambda = 1e9;
  });
  EXPECT_TRUE(c.solution.best.set.empty());
  EXPECT_EQ(c.answer.sparsity, 0);
  EXPECT_TRUE(c.answer.lasso.has_value());
}

TEST(Choose, TheLassoTakesOnePredictionAndNumbers) {
  SmallTable rows;
  rows.table.add("q", rows.c);
  const std::vector<Change> wishes = {
      [](auto& r) { r.facts.features.emplace_back("town"); },
      [](auto& r) { r.what.prediction.emplace_back("q"); },
  };
  for (const Change& change : wishes) {
    Composition c = composed(rows, [&](auto& r) {
      r.how.method = request::Method::kLasso;
      change(r);
    });
    const auto done = choose(c);
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().code, base::ErrorCode::kBadOption);
    Composition exact = composed(rows, change);
    ASSERT_TRUE(choose(exact).ok());
    EXPECT_FALSE(exact.answer.lasso.has_value());
  }
}

TEST(TakeJudged, ASetLosesWhatTheBestOfItsSizeTellsMore) {
  const SmallTable rows;
  const Eigen::MatrixXd p = beside({rows.p});
  const double best = testing::nats_told({}, beside({rows.a}), p);
  const double own = testing::nats_told({}, beside({rows.b}), p);
  const Composition c = judged(rows, {"b"});
  EXPECT_EQ(c.answer.method, "given");
  EXPECT_EQ(names_of(c.best->facts), (Names{"a"}));
  EXPECT_NEAR(c.solution.best.value.nats, own, 1e-9);
  EXPECT_NEAR(c.lost.nats, best - own, 1e-9);
  EXPECT_EQ(c.answer.claim.kind, Claim::Kind::kBoundOnly);
  EXPECT_NEAR(c.answer.claim.gap_nats, best - own, 1e-9);
}

TEST(TakeJudged, TheBestSetLosesNothing) {
  const SmallTable rows;
  const Composition c = judged(rows, {"b", "a"});
  EXPECT_EQ(c.lost.nats, 0);
  EXPECT_FALSE(c.lost.infinite);
  EXPECT_EQ(c.answer.claim.kind, Claim::Kind::kBestOfAll);
  EXPECT_EQ(c.answer.sparsity, 2);
}

TEST(TakeJudged, WhatSheKnowsTellsNothing) {
  const SmallTable rows;
  const Composition c = judged(rows, {"b"}, [](auto& r) { r.who.knows = {"b"}; });
  EXPECT_NEAR(c.solution.best.value.nats, 0, 1e-9);
  EXPECT_EQ(c.solution.best.set.size(), 1U);
  EXPECT_GT(c.lost.nats, 0.1);
}

TEST(TakeJudged, AgainstASetThatSettlesThePredictionItLosesWithoutEnd) {
  SmallTable rows;
  rows.table.add("same", rows.p);
  const Composition c = judged(rows, {"a"});
  EXPECT_TRUE(c.lost.infinite);
  EXPECT_EQ(names_of(c.best->facts), (Names{"same"}));
  EXPECT_EQ(c.answer.claim.kind, Claim::Kind::kNothingProven);
}

}  // namespace
}  // namespace explainee::explain::choose_test
