#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <functional>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::prepare_test {
namespace {

using Change = std::function<void(request::Request&)>;
using Names = std::vector<std::string>;
using testing::SmallTable;

Composition prepared(const SmallTable& rows, const Change& change, bool judging = false) {
  request::Request request = testing::about_p();
  change(request);
  auto composed = compose(rows.input(), request, {}, judging);
  EXPECT_TRUE(composed.ok()) << (composed.ok() ? "" : base::text(composed.error(), base::command_line()));
  return std::move(composed).value();
}

base::Error refused(const SmallTable& rows, const Change& change) {
  request::Request request = testing::about_p();
  change(request);
  const auto composed = compose(rows.input(), request, {});
  EXPECT_FALSE(composed.ok());
  return composed.ok() ? base::Error{} : composed.error();
}

std::string said(const base::Error& error) { return base::text(error, base::command_line()); }

Names names_of(const std::vector<Candidate>& facts) {
  Names names;
  for (const Candidate& fact : facts) names.push_back(fact.description.name);
  return names;
}

Names names_of(const std::vector<AlreadyKnown>& known) {
  Names names;
  for (const AlreadyKnown& one : known) names.push_back(one.name);
  return names;
}

TEST(Prepare, FactsAreMomentColumnsACategoryAllItsLevelsButTheFirst) {
  const SmallTable rows;
  const Composition c = prepared(rows, [](auto& /*r*/) {});
  ASSERT_EQ(names_of(c.everyone), (Names{"a", "b", "c", "town"}));
  const auto& columns = c.gathered.moments->columns;
  ASSERT_EQ(c.everyone[3].columns.size(), 2U);
  EXPECT_EQ(columns[static_cast<std::size_t>(c.everyone[3].columns[0])].level, "Rome");
  EXPECT_EQ(columns[static_cast<std::size_t>(c.everyone[3].columns[1])].level, "Turku");
  EXPECT_EQ(c.answer.predictions, (Names{"p"}));
  EXPECT_EQ(c.answer.rows, 120);
  EXPECT_EQ(c.answer.data_sha256.size(), 64U);
}

TEST(Prepare, TheProblemIsWhatLeastSquaresLeavesGivenHer) {
  const SmallTable rows;
  const Composition c = prepared(rows, [](auto& r) {
    r.who.knows = {"c"};
    r.facts.features = {"a", "b"};
  });
  std::vector<double> squares;
  for (const double value : rows.c) squares.push_back(value * value);
  const Eigen::MatrixXd left =
      testing::least_squares(testing::beside({rows.c, squares}), testing::beside({rows.a, rows.b, rows.p})).residuals;
  const Eigen::MatrixXd covariance = left.transpose() * left / static_cast<double>(left.rows());
  EXPECT_LT((c.problem.problem.gram - covariance.topLeftCorner(2, 2)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((c.problem.problem.cross - covariance.topRightCorner(2, 1)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NEAR(c.problem.problem.target(0, 0), covariance(2, 2), 1e-9);
  EXPECT_TRUE(c.answer.quadratic_knowing);
}

TEST(Prepare, WhatSheHasOrReasonsFromIsNoNews) {
  const SmallTable rows;
  const auto person = [](auto& r) {
    r.who.knows = {"a"};
    r.who.reasons_from = {{"b"}, {"c"}};
  };
  const Composition c = prepared(rows, person);
  EXPECT_EQ(names_of(c.setting.candidates), (Names{"town"}));
  ASSERT_EQ(names_of(c.answer.already_known), (Names{"a", "b", "c"}));
  EXPECT_EQ(c.answer.already_known[1].by, (Names{"b"}));
  ASSERT_EQ(c.answer.summary.size(), 2U);
  EXPECT_EQ(c.answer.summary[0].name, "a");
  EXPECT_EQ(c.answer.summary[1].name, "reasons from b, c");
  EXPECT_EQ(c.answer.summary[1].reasons, (Names{"b", "c"}));
  const Composition retold = prepared(rows, [&](auto& r) {
    person(r);
    r.who.retell = true;
  });
  EXPECT_EQ(names_of(retold.setting.candidates), (Names{"b", "c", "town"}));
}

TEST(Prepare, AsManyFactsAsAreWantedThereAreAndCanBePaidFor) {
  const SmallTable rows;
  const auto sparsity = [&](const Change& change) { return prepared(rows, change).answer.sparsity; };
  EXPECT_EQ(sparsity([](auto& r) { r.facts.sparsity.reset(); }), 3);
  EXPECT_EQ(sparsity([](auto& r) { r.facts.sparsity = 4; }), 4);
  EXPECT_EQ(sparsity([](auto& r) {
              r.facts.sparsity.reset();
              r.facts.next = true;
            }),
            1);
  EXPECT_EQ(sparsity([](auto& r) {
              r.facts.sparsity = 4;
              r.who.knows = {"a", "b"};
            }),
            2);
  EXPECT_EQ(sparsity([](auto& r) {
              r.facts.sparsity.reset();
              r.facts.budget = 2.5;
            }),
            2);
  const base::Error error = refused(rows, [](auto& r) { r.facts.sparsity = 5; });
  EXPECT_EQ(error.code, base::ErrorCode::kBadOption);
  EXPECT_NE(said(error).find("--sparsity 5 is more than the 4 candidates there are"), std::string::npos) << said(error);
}

TEST(Prepare, HerOwnNumbersCountAmongTheCandidatesForOthers) {
  const SmallTable rows;
  const Composition c = prepared(rows, [](auto& r) {
    r.facts.sparsity = 4;
    r.who.summary = {"a"};
  });
  EXPECT_EQ(c.answer.sparsity, 3);
}

TEST(Prepare, ThereHaveToBeRowsForAllThatIsFitted) {
  const auto composed = [](std::size_t count) {
    const SmallTable rows(count);
    request::Request request = testing::about_p(2);
    request.who.knows = {"c"};
    request.facts.features = {"a", "b"};
    request.who.linear = true;
    return compose(rows.input(), request, {});
  };
  EXPECT_TRUE(composed(5).ok());  // c, two facts, the prediction and one more
  ASSERT_FALSE(composed(4).ok());
  EXPECT_EQ(composed(4).error().code, base::ErrorCode::kTooFewRows);
  EXPECT_NE(said(composed(4).error()).find("at least 5 are needed"), std::string::npos) << said(composed(4).error());
}

TEST(Prepare, WithoutAnyRowThatCountsThereIsNothingToSay) {
  SmallTable rows;
  rows.table.add("w", std::vector<double>(rows.a.size(), 0.0));
  EXPECT_EQ(refused(rows, [](auto& r) { r.how.weight = "w"; }).code, base::ErrorCode::kTooFewRows);
}

TEST(Prepare, ValuesTooSmallToBeSquaredAreRefused) {
  SmallTable rows;
  std::vector<double> tiny = rows.a;
  for (double& value : tiny) value *= 1e-160;
  rows.table.add("tiny", tiny);
  const base::Error error = refused(rows, [](auto& /*r*/) {});
  EXPECT_EQ(error.code, base::ErrorCode::kUnfitColumn);
  EXPECT_NE(said(error).find("'tiny'"), std::string::npos);
}

TEST(Prepare, WithoutFactsItSaysWhy) {
  SmallTable rows;
  rows.table.add("id", rows.c);
  const base::Error error = refused(rows, [](auto& r) { r.facts.exclude = {"a", "b", "c", "town"}; });
  EXPECT_EQ(error.code, base::ErrorCode::kUnfitColumn);
  EXPECT_NE(said(error).find("'id'"), std::string::npos) << said(error);
}

TEST(Prepare, AConstantPredictionLeavesNothingToExplain) {
  SmallTable rows;
  rows.table.add("same", std::vector<double>(rows.a.size(), 3.0));
  const Composition c = prepared(rows, [](auto& r) { r.what.prediction = {"same"}; });
  EXPECT_TRUE(c.answer.nothing_to_explain);
  EXPECT_TRUE(c.setting.independent.empty());
}

TEST(Prepare, StepsOfThePredictionAddAVarianceButNotToLogOdds) {
  SmallTable rows;
  std::vector<double> chance;
  for (const double value : rows.a) chance.push_back(1 / (1 + std::exp(-value)));
  rows.table.add("chance", chance);
  const auto step = [](auto& r) {
    r.what.prediction = {"chance"};
    r.how.resolution = 0.3;
  };
  EXPECT_NEAR(prepared(rows, step).setting.resolution_variance, 0.0075, 1e-15);
  const Composition logit = prepared(rows, [&](auto& r) {
    step(r);
    r.what.prediction_scale = request::Scale::kLogit;
  });
  EXPECT_EQ(logit.setting.resolution_variance, 0);
}

TEST(Prepare, TheSeedIsThatOfTheMoments) {
  const SmallTable rows;
  Input moments;
  moments.moments = prepared(rows, [](auto& r) { r.how.seed = 8; }).gathered.moments;
  EXPECT_EQ(compose(moments, testing::about_p(), {}).value().answer.request.how.seed, 8);
}

TEST(Prepare, WhatIsJudgedIsAFactWhateverSheKnows) {
  const SmallTable rows;
  const Composition c = prepared(
      rows,
      [](auto& r) {
        r.facts.family = {"features", "pairs"};
        r.facts.features = {"town", "a", "a × b"};
        r.who.knows = {"town"};
      },
      true);
  EXPECT_EQ(names_of(c.judged), (Names{"town", "a", "a × b"}));
  EXPECT_TRUE(c.judged[0].description.block);
  EXPECT_EQ(c.judged[0].columns.size(), 2U);
  EXPECT_EQ(c.answer.sparsity, 3);
  EXPECT_EQ(names_of(c.answer.already_known), (Names{"town"}));
}

TEST(Prepare, StopsWhenCancelledWhileTheProblemIsMade) {
  const SmallTable rows;
  Composition c;
  c.request = testing::about_p();
  c.gathered = gather(rows.input(), c.request, false, {}).value();
  const std::atomic<bool> cancel = true;
  c.control.cancel = &cancel;
  const auto done = prepare(c);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::explain::prepare_test
