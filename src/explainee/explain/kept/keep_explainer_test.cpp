#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "explainee/explain/kept/explainer.h"
#include "explainee/explain/rows/explain_rows.h"
#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/explain/testing/written_rows.h"

namespace explainee::explain::keep_explainer_test {
namespace {

using testing::SmallTable;
using Names = std::vector<std::string>;

/// What is kept of the facts chosen from a small table.
struct Kept {
  Composition c;
  testing::FittedChoice choice;
  std::shared_ptr<const Explainer> explainer;

  Kept(const SmallTable& rows, const request::Request& request) : c(testing::chosen(rows.input(), request)) {
    choice = testing::fitted(c);
    const RowSums sums = sum_rows(c.gathered, choice.model, nullptr, true, {}).value();
    explainer = keep_explainer(c, choice.fit, choice.model, sums);
  }
};

Names numbers_of(const Explainer& e) {
  Names names;
  for (const KeptNumber& number : e.numbers) names.push_back(number.column);
  return names;
}

TEST(KeptErrors, AreThoseOfTheJackknife) {
  KeptInformation told;
  measure_errors({1, 2, 4}, told);
  const double mean = 7.0 / 3;
  const double squares = (1 - mean) * (1 - mean) + (2 - mean) * (2 - mean) + (4 - mean) * (4 - mean);
  EXPECT_NEAR(*told.error, std::sqrt(2.0 / 3 * squares), 1e-12);
  const double log2 = std::log(2.0);  // the logarithms are 0, log 2 and 2·log 2
  EXPECT_NEAR(*told.log_error, std::sqrt(2.0 / 3 * 2 * log2 * log2), 1e-12);
}

TEST(KeptErrors, OfLogarithmsOnlyWhereAllArePositive) {
  KeptInformation told;
  measure_errors({1, 0, 4}, told);
  EXPECT_TRUE(told.error.has_value());
  EXPECT_FALSE(told.log_error.has_value());
}

TEST(KeptErrors, AreNoneOfASingleFoldOrAnInfiniteValue) {
  KeptInformation told;
  measure_errors({1}, told);
  measure_errors({1, std::numeric_limits<double>::infinity()}, told);
  EXPECT_FALSE(told.error.has_value());
  EXPECT_FALSE(told.log_error.has_value());
}

TEST(KeepExplainer, KeepsTheColumnsThatTakePartAndWhereTheyLay) {
  const SmallTable rows;
  request::Request request = testing::about_p(1);
  request.facts.features = {"a", "b"};
  request.who.summary = {"c"};
  const Kept kept(rows, request);
  const Explainer& e = *kept.explainer;
  EXPECT_EQ(numbers_of(e), (Names{"a", "c", "p"}));
  EXPECT_TRUE(e.texts.empty());
  EXPECT_EQ(e.person, Names{"c"});
  EXPECT_EQ(e.model.predictions, std::vector<int>{2});
  const Eigen::VectorXd c = testing::beside({rows.c});
  EXPECT_NEAR(e.numbers[1].low, c.minCoeff(), 1e-12);
  EXPECT_NEAR(e.numbers[1].high, c.maxCoeff(), 1e-12);
  EXPECT_EQ(e.user, Eigen::MatrixXd(Eigen::Vector3d(0, 1, 0)));
}

TEST(KeepExplainer, ACategoryKeepsAllItsLevels) {
  const SmallTable rows;
  request::Request request = testing::about_p(1);
  request.facts.features = {"town"};
  const Kept kept(rows, request);
  ASSERT_EQ(kept.explainer->texts.size(), 1U);
  EXPECT_EQ(kept.explainer->texts[0].column, "town");
  EXPECT_EQ(kept.explainer->texts[0].levels, (Names{"Oslo", "Rome", "Turku"}));
  EXPECT_EQ(kept.explainer->columns, (std::vector<int>{2, 3}));  // after p and the reference level
  EXPECT_EQ(kept.explainer->fact_of, (std::vector<int>{0, 0}));
}

TEST(KeepExplainer, AProductKeepsWhatItIsMadeOf) {
  const SmallTable rows;
  request::Request request = testing::about_p(1);
  request.who.knows = {"a", "c"};
  request.facts.features = {"b"};
  const Kept kept(rows, request);
  const Explainer& e = *kept.explainer;
  EXPECT_EQ(numbers_of(e), (Names{"a", "b", "c", "p"}));
  EXPECT_EQ(e.products, (std::vector<std::pair<int, int>>{{0, 0}, {0, 2}, {2, 2}}));
  EXPECT_EQ(e.user.cols(), 5);
}

TEST(KeepExplainer, FactsStandWeightiestFirst) {
  const SmallTable rows;
  request::Request request = testing::about_p(3);
  request.facts.features = {"c", "b", "a"};
  const Kept kept(rows, request);
  Names names;
  for (const family::Description& fact : kept.explainer->facts) names.push_back(fact.name);
  EXPECT_EQ(names, (Names{"a", "b", "c"}));  // 2a − b, and c tells next to nothing
  const Eigen::MatrixXd facts = testing::beside({rows.a, rows.b, rows.c});
  const Eigen::MatrixXd naive = testing::least_squares(facts, testing::beside({rows.p})).coefficients;
  EXPECT_LT((kept.explainer->beta - naive.bottomRows(3)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(KeepExplainer, KeepsTheFormulasOfWhatTakesPartAlone) {
  const SmallTable rows;
  request::Request request = testing::about_p(1);
  request.facts.family = {"pairs"};
  request.facts.features = {"a", "b", "c"};
  request.who.sees = {{"a + c"}};
  const Kept kept(rows, request);
  const Explainer& e = *kept.explainer;
  EXPECT_EQ(e.expressions, Names{"a + c"});
  ASSERT_EQ(e.made.size(), 1U);
  EXPECT_EQ(e.made[0].sources, e.facts[0].sources);
  EXPECT_GT(kept.c.gathered.made.size(), 1U);
}

TEST(KeepExplainer, WhatItToldIsKeptInTheTermsOfTheSearch) {
  const SmallTable rows;
  Kept kept(rows, testing::about_p(1));
  information::Searched& told = kept.c.chosen.measured.searched;
  told.nats = 0.75;
  told.corrected_nats = 0.7;
  told.delete_one = {1, 2, 4};
  kept.c.honesty.honest_nats = 0.5;
  const auto e = keep_explainer(kept.c, kept.choice.fit, kept.choice.model,
                                {1, {}, {}, {}, 0, kept.choice.model.mean, kept.choice.model.mean});
  EXPECT_EQ(e->then.rows, 120);
  EXPECT_EQ(e->then.nats, 0.75);
  EXPECT_EQ(e->then.corrected_nats, 0.7);
  EXPECT_EQ(e->then.honest_nats, 0.5);
  EXPECT_TRUE(e->then.log_error.has_value());
}

/// A row says the same through the kept explainer as where it was chosen.
TEST(KeepExplainer, RowsAreTakenApartAsTheyWere) {
  SmallTable rows;
  request::Request request = testing::about_p(2);
  request.who.knows = {"c"};
  request.facts.shown_as = {{{"a"}, 0.5}};
  Kept kept(rows, request);
  testing::WrittenRows written;
  ASSERT_TRUE(explain_rows(*kept.explainer, rows.table, &written, {}).ok());
  for (std::int64_t i = 0; i < 120; i += 11) {
    const RowExplanation row = explain_row(kept.c.gathered, kept.c.setting, kept.choice.fit, kept.choice.model,
                                           kept.c.solution.best.set, i, {})
                                   .value()
                                   .row;
    const auto at = static_cast<std::size_t>(i);
    EXPECT_NEAR(written.numbers[2][at], row.expected[0], 1e-10);
    for (const Contribution& part : row.contributions) {
      const bool first = part.name == kept.explainer->facts[0].name;
      EXPECT_NEAR(written.numbers[first ? 3 : 4][at], part.contribution[0], 1e-10);
    }
    EXPECT_NEAR(written.numbers[5][at], row.remainder[0], 1e-10);
    EXPECT_NEAR(written.numbers[6][at] * std::log(2.0), *row.surprise_removed_nats, 1e-10);
  }
}

}  // namespace
}  // namespace explainee::explain::keep_explainer_test
