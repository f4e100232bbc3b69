#include "explainee/cohort/serve/serve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "explainee/cohort/serve/serve_alone.h"
#include "explainee/cohort/testing/small_town.h"

namespace explainee::cohort::serve_test {
namespace {

using small_town::Crowd;
using small_town::Town;

constexpr int kColumns = 5;
constexpr int kFacts = 2;

const std::vector<std::vector<int>> kKnown = {{}, {0}, {1, 4}, {3}, {0, 2, 4}};
const std::vector<std::string> kLists = {"", "x0", "x1;x4", "x3", "x0;x2;x4"};

std::vector<Served> served_of(const Crowd& crowd) {
  const auto served = serve(*crowd.shared, crowd.people, {});
  EXPECT_TRUE(served.ok());
  return served.ok() ? served.value() : std::vector<Served>();
}

/// What a person is told, against every set and least squares on the rows.
void expect_best(const Town& town, const Eigen::MatrixXd& known, const std::vector<int>& open, const Served& served) {
  const small_town::Best best = small_town::best_told(town, town.p, known, open, kFacts);
  std::vector<int> facts = served.facts;
  std::sort(facts.begin(), facts.end());
  EXPECT_EQ(facts, best.facts);
  EXPECT_EQ(served.status, Status::kOk);
  EXPECT_TRUE(served.optimal);
  EXPECT_FALSE(served.infinite);
  EXPECT_NEAR(served.nats, best.nats, 1e-9);
  EXPECT_NEAR(served.objective_nats, best.nats, 1e-9);
  EXPECT_NEAR(served.bound_nats.value_or(-1), best.nats, 1e-9);
  EXPECT_NEAR(served.removed, 1 - std::exp(-best.nats), 1e-9);
}

/// Coefficients are those of the regression on what is known and told; what weighs most stands first.
void expect_regression(const Town& town, const Eigen::MatrixXd& known, const Served& served) {
  Eigen::MatrixXd told = town.columns(served.facts);
  Eigen::MatrixXd both(known.rows(), known.cols() + told.cols());
  both.leftCols(known.cols()) = known;
  both.rightCols(told.cols()) = told;
  const Eigen::VectorXd beta = small_town::regress(both, town.p).coefficients.tail(told.cols());
  double before = INFINITY;
  for (Eigen::Index k = 0; k < told.cols(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    EXPECT_NEAR(served.coefficients[at], beta[k], 1e-8);
    const double weight = std::abs(beta[k]) * std::sqrt(small_town::regress(known, told.col(k)).variance());
    EXPECT_LE(weight, before + 1e-9);
    before = weight;
  }
}

TEST(Serve, EverybodyIsToldTheBestOfAllSetsForThem) {
  const Town town(120, kColumns, 1);
  const Crowd crowd = small_town::crowd_knowing(town.input(), Town::request(kFacts), kLists, true);
  const std::vector<Served> served = served_of(crowd);
  ASSERT_EQ(served.size(), kKnown.size());
  for (std::size_t i = 0; i < served.size(); ++i) {
    const Eigen::MatrixXd known = town.columns(kKnown[i]);
    expect_best(town, known, small_town::all_but(kColumns, kKnown[i]), served[i]);
    expect_regression(town, known, served[i]);
  }
}

TEST(Serve, KnowingColumnsIsKnowingTheirSquaresAndProducts) {
  const Town town(120, kColumns, 2);
  const Crowd crowd = small_town::crowd_knowing(town.input(), Town::request(kFacts), kLists, false);
  const std::vector<Served> served = served_of(crowd);
  ASSERT_EQ(served.size(), kKnown.size());
  for (std::size_t i = 0; i < served.size(); ++i) {
    const Eigen::MatrixXd known = town.columns(kKnown[i], true);
    expect_best(town, known, small_town::all_but(kColumns, kKnown[i]), served[i]);
    expect_regression(town, known, served[i]);
  }
}

TEST(Serve, TogetherIsAsAlone) {
  const Town town(120, kColumns, 3);
  const Crowd crowd = small_town::crowd_knowing(town.input(), Town::request(kFacts), kLists, false);
  const std::vector<Served> together = served_of(crowd);
  for (std::size_t i = 0; i < together.size(); ++i) {
    const Served alone = serve_alone(*crowd.shared, crowd.people[i], {});
    EXPECT_EQ(together[i].facts, alone.facts);
    EXPECT_EQ(together[i].status, alone.status);
    EXPECT_NEAR(together[i].nats, alone.nats, 1e-10);
    EXPECT_NEAR(together[i].removed, alone.removed, 1e-10);
    EXPECT_NEAR(together[i].impersonal_nats, alone.impersonal_nats, 1e-10);
    for (std::size_t k = 0; k < alone.coefficients.size(); ++k)
      EXPECT_NEAR(together[i].coefficients[k], alone.coefficients[k], 1e-9);
  }
}

TEST(Serve, TheImpersonalFactsTellEachWhatOfThemIsNew) {
  const Town town(120, kColumns, 4);
  const Crowd crowd = small_town::crowd_knowing(town.input(), Town::request(kFacts), kLists, true);
  const std::vector<Served> served = served_of(crowd);
  for (std::size_t i = 0; i < served.size(); ++i) {
    const Eigen::MatrixXd known = town.columns(kKnown[i]);
    const double told = small_town::nats_told(town, town.p, known, crowd.shared->impersonal);
    EXPECT_NEAR(served[i].impersonal_nats, told, 1e-9) << i;
    EXPECT_LE(told, served[i].nats + 1e-9);
  }
}

TEST(Serve, WhatGivenSetsTellIsByTheRows) {
  const Town town(120, kColumns, 5);
  const Crowd crowd = small_town::crowd_knowing(town.input(), Town::request(kFacts), kLists, true);
  const std::vector<search::Set> sets = small_town::sets_of({0, 1, 2, 3, 4}, 3);
  for (std::size_t i = 0; i < crowd.people.size(); ++i) {
    const std::vector<double> values = values_of(*crowd.shared, crowd.people[i], sets);
    ASSERT_EQ(values.size(), sets.size());
    for (std::size_t k = 0; k < sets.size(); ++k)
      EXPECT_NEAR(values[k], small_town::nats_told(town, town.p, town.columns(kKnown[i]), sets[k]), 1e-9);
  }
}

/// p follows from two columns, so that one more settles it for who knows the other.
TEST(Serve, WhatSettlesThePredictionIsInfiniteAndWhoKnowsItAllHasNothingToLearn) {
  Town town(60, 3, 6);
  data::MemoryTable table;
  for (int j = 0; j < 3; ++j)
    table.add("x" + std::to_string(j), std::vector<double>(town.x.col(j).begin(), town.x.col(j).end()));
  const Eigen::VectorXd exact = town.x.col(0) + 2 * town.x.col(2);
  table.add("p", std::vector<double>(exact.begin(), exact.end()));
  const Crowd crowd =
      small_town::crowd_knowing({.table = data::Dataset::borrow(table)}, Town::request(kFacts), {"x0", "x0;x2"}, true);
  const std::vector<Served> served = served_of(crowd);
  ASSERT_EQ(served.size(), 2U);
  EXPECT_TRUE(served[0].infinite);
  EXPECT_TRUE(served[0].optimal);
  EXPECT_EQ(served[0].facts, std::vector<int>{2});
  EXPECT_NEAR(served[0].coefficients.at(0), 2, 1e-8);
  EXPECT_EQ(served[0].removed, 1);
  EXPECT_FALSE(served[0].bound_nats.has_value());
  EXPECT_EQ(served[1].status, Status::kNothingToExplain);
  EXPECT_TRUE(served[1].facts.empty());
  EXPECT_TRUE(std::isinf(values_of(*crowd.shared, crowd.people[0], std::vector<search::Set>{{2}})[0]));
  EXPECT_EQ(values_of(*crowd.shared, crowd.people[1], std::vector<search::Set>{{2}})[0], 0);
}

TEST(Serve, WhoKnowsMoreThanTheRowsCarryIsToldNothing) {
  const Town town(8, 7, 7);
  const Crowd crowd = small_town::crowd_knowing(town.input(), Town::request(1), {"x0..x4", "x0..x5"}, true);
  const std::vector<Served> served = served_of(crowd);
  ASSERT_EQ(served.size(), 2U);
  EXPECT_EQ(served[0].status, Status::kOk);  // five columns, one fact and two more are eight
  EXPECT_EQ(served[1].status, Status::kTooFewRows);
  EXPECT_TRUE(served[1].facts.empty());
  EXPECT_FALSE(served[1].optimal);
  EXPECT_FALSE(served[1].bound_nats.has_value());
}

TEST(Serve, WhatIsBestOnAverageTakesThePlaceOfTheBestForTheTypicalPerson) {
  const Town town(120, kColumns, 8);
  Crowd crowd = small_town::crowd_knowing(town.input(), Town::request(kFacts), {"", ""}, true);
  crowd.people[0].told = search::Set{2, 3};
  crowd.people[1].told = small_town::best_told(town, town.p, town.columns({}), {0, 1, 2, 3, 4}, kFacts).facts;
  const std::vector<Served> served = served_of(crowd);
  std::vector<int> facts = served[0].facts;
  std::sort(facts.begin(), facts.end());
  EXPECT_EQ(facts, (std::vector<int>{2, 3}));
  EXPECT_EQ(served[0].status, Status::kNotProven);
  EXPECT_NEAR(served[0].nats, small_town::nats_told(town, town.p, town.columns({}), {2, 3}), 1e-9);
  EXPECT_EQ(served[1].status, Status::kOk);  // the same set is proven
}

TEST(Serve, StopsWhenAsked) {
  const Town town(60, 3, 9);
  const Crowd crowd = small_town::crowd_knowing(town.input(), Town::request(1), {""}, true);
  const std::atomic<bool> cancel = true;
  ServeOptions options;
  options.control.cancel = &cancel;
  const auto served = serve(*crowd.shared, crowd.people, options);
  ASSERT_FALSE(served.ok());
  EXPECT_EQ(served.error().code, base::ErrorCode::kInterrupted);
}

TEST(Serve, ASettledSetIsWorthMoreThanAnyNumberAndChargesCount) {
  search::Value value;
  value.nats = 2;
  value.charge_nats = 0.5;
  EXPECT_EQ(nats_of(value), 1.5);
  value.determined = 1;
  EXPECT_TRUE(std::isinf(nats_of(value)));
}

}  // namespace
}  // namespace explainee::cohort::serve_test
