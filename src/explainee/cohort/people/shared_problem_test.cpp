#include "explainee/cohort/people/shared_problem.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explainee/cohort/testing/small_town.h"

namespace explainee::cohort::shared_problem_test {
namespace {

using small_town::Town;

TEST(SharedProblem, HasTheBestFactsForNobodyInParticular) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Town town(80, 5, seed);
    const SharedProblem shared = make_shared_problem(town.input(), Town::request(2), 0, {}).value();
    const small_town::Best best = small_town::best_told(town, town.p, town.columns({}), {0, 1, 2, 3, 4}, 2);
    EXPECT_EQ(shared.impersonal, best.facts);
    EXPECT_EQ(shared.sparsity, 2);
    ASSERT_EQ(shared.facts().size(), 5U);
    for (int j = 0; j < 5; ++j) EXPECT_EQ(shared.name_of(j), "x" + std::to_string(j));
    EXPECT_TRUE(shared.crowd.has_value());
    EXPECT_EQ(shared.moments().rows(), 80);
  }
}

TEST(SharedProblem, WithACategoryOfThreeNothingIsSharedButTheTable) {
  const Town town(90, 2, 1);
  for (const int places : {2, 3}) {
    data::MemoryTable table;
    std::vector<std::string> cells;
    for (int i = 0; i < 90; ++i) cells.push_back("place " + std::to_string(i % places));
    table.add("place", cells);
    table.add("x0", std::vector<double>(town.x.col(0).begin(), town.x.col(0).end()));
    table.add("p", std::vector<double>(town.p.begin(), town.p.end()));
    const auto shared = make_shared_problem({.table = data::Dataset::borrow(table)}, Town::request(1), 0, {});
    ASSERT_TRUE(shared.ok());
    EXPECT_EQ(shared.value().crowd.has_value(), places == 2);
  }
}

TEST(SharedProblem, SeveralPredictionsAreOneTooMany) {
  const Town town(60, 3, 2);
  request::Request request = Town::request(1);
  request.what.prediction = {"p", "x2"};
  const auto shared = make_shared_problem(town.input(), request, 0, {});
  ASSERT_FALSE(shared.ok());
  EXPECT_EQ(shared.error().code, base::ErrorCode::kBadOption);
}

TEST(SharedProblem, AConstantPredictionLeavesNothingToExplain) {
  const Town town(60, 2, 3);
  data::MemoryTable table;
  table.add("x0", std::vector<double>(town.x.col(0).begin(), town.x.col(0).end()));
  table.add("p", std::vector<double>(60, 4.5));
  const auto shared = make_shared_problem({.table = data::Dataset::borrow(table)}, Town::request(1), 0, {});
  ASSERT_FALSE(shared.ok());
  EXPECT_EQ(shared.error().code, base::ErrorCode::kUnfitColumn);
}

TEST(SharedProblem, WhatComposeRefusesIsRefusedHereToo) {
  const Town town(60, 2, 4);
  request::Request request = Town::request(1);
  request.what.prediction = {"height"};
  const auto shared = make_shared_problem(town.input(), request, 0, {});
  ASSERT_FALSE(shared.ok());
  EXPECT_EQ(shared.error().code, base::ErrorCode::kUnknownColumn);
}

}  // namespace
}  // namespace explainee::cohort::shared_problem_test
