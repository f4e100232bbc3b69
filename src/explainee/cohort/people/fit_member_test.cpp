#include "explainee/cohort/people/fit_member.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "explainee/cohort/testing/small_town.h"

namespace explainee::cohort::fit_member_test {
namespace {

using small_town::Town;

Served fitted(const SharedProblem& shared, const std::vector<int>& known, const search::Set& facts,
              bool infinite = false) {
  search::Member member;
  member.known = known;
  Served served;
  served.infinite = infinite;
  fit_member(shared, member, facts, served);
  return served;
}

TEST(FitMember, IsTheRegressionOnWhatIsKnownAndTold) {
  const Town town(80, 5, 21);
  const SharedProblem shared = make_shared_problem(town.input(), Town::request(3), 0, {}).value();
  const std::vector<std::vector<int>> people = {{}, {4}, {0, 3}};
  for (const std::vector<int>& known : people) {
    for (const std::vector<int>& told : small_town::sets_of(small_town::all_but(5, known), 3)) {
      const Served served = fitted(shared, known, told);
      ASSERT_EQ(served.facts.size(), told.size());
      std::vector<int> both = known;
      both.insert(both.end(), served.facts.begin(), served.facts.end());
      const small_town::Fit fit = small_town::regress(town.columns(both), town.p);
      for (std::size_t k = 0; k < served.facts.size(); ++k)
        EXPECT_NEAR(served.coefficients[k], fit.coefficients[static_cast<Eigen::Index>(known.size() + k)], 1e-9);
      const double before = small_town::regress(town.columns(known), town.p).variance();
      EXPECT_NEAR(served.removed, 1 - std::sqrt(fit.variance() / before), 1e-10);
    }
  }
}

TEST(FitMember, WhatMovesThePredictionMostStandsFirst) {
  const Town town(80, 4, 22);
  const SharedProblem shared = make_shared_problem(town.input(), Town::request(3), 0, {}).value();
  const std::vector<int> known = {1};
  const Served served = fitted(shared, known, {0, 2, 3});
  double before = INFINITY;
  for (std::size_t k = 0; k < 3; ++k) {
    const double left = small_town::regress(town.columns(known), town.x.col(served.facts[k])).variance();
    const double weight = std::abs(served.coefficients[k]) * std::sqrt(left);
    EXPECT_LE(weight, before);
    before = weight;
  }
}

TEST(FitMember, NoFactsRemoveNothingAndWhatSettlesRemovesAll) {
  const Town town(80, 4, 23);
  const SharedProblem shared = make_shared_problem(town.input(), Town::request(2), 0, {}).value();
  EXPECT_EQ(fitted(shared, {0}, {}).removed, 0);
  EXPECT_TRUE(fitted(shared, {0}, {}).facts.empty());
  EXPECT_EQ(fitted(shared, {0}, {1}, true).removed, 1);
}

}  // namespace
}  // namespace explainee::cohort::fit_member_test
