#include "explainee/explain/proposals/costs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/explain/explanation.h"
#include "explainee/request/testing/plain_request.h"

namespace explainee::explain::costs_test {
namespace {

using Entries = std::vector<request::FactCost>;

Candidate fact(const std::string& name, const std::string& family) {
  Candidate made;
  made.description.name = name;
  made.description.family = family;
  return made;
}

std::vector<Candidate> make_facts() {
  return {fact("a", "features"), fact("b", "features"), fact("curve(a)", "curves"), fact("town", "categories")};
}

request::Request with_costs(Entries entries, double budget = 10) {
  request::Request request = request::testing::plain_request();
  request.facts.cost = std::move(entries);
  request.facts.budget = budget;
  return request;
}

/// As people write them.
std::vector<double> priced(Entries entries) {
  std::vector<Candidate> facts = make_facts();
  EXPECT_TRUE(price(with_costs(std::move(entries)), facts).ok());
  std::vector<double> costs;
  for (const Candidate& one : facts) costs.push_back(base::from_cost_units(one.cost));
  return costs;
}

TEST(Costs, TheClosestNameCountsThenTheLastOne) {
  using Costs = std::vector<double>;
  EXPECT_EQ(priced({}), (Costs{1, 1, 1, 1}));
  EXPECT_EQ(priced({{{"a"}, 5}, {{"?"}, 3}, {{"features"}, 2}}), (Costs{5, 3, 1, 1}));
  EXPECT_EQ(priced({{{"features"}, 2}, {{"?"}, 3}, {{"a"}, 5}}), (Costs{5, 3, 1, 1}));
  EXPECT_EQ(priced({{{"curves"}, 2}, {{"curve*"}, 7}, {{"features"}, 0.5}}), (Costs{0.5, 0.5, 7, 1}));
  EXPECT_EQ(priced({{{"a"}, 5}, {{"a"}, 4}, {{"*"}, 1.25}}), (Costs{4, 1.25, 1.25, 1.25}));
}

TEST(Costs, ANameThatNoFactHasIsRefused) {
  std::vector<Candidate> facts = make_facts();
  for (const char* name : {"c", "x*", "pairs"}) {
    const auto done = price(with_costs({{{name}, 2}}), facts);
    ASSERT_FALSE(done.ok()) << name;
    EXPECT_EQ(done.error().code, base::ErrorCode::kBadOption);
    EXPECT_EQ(done.error().subject.option.name, "cost");
  }
  const base::Error error = price(with_costs({{{"pairs"}, 2}}), facts).error();
  EXPECT_NE(base::text(error, base::command_line()).find("--family pairs"), std::string::npos);
}

TEST(Costs, AreRefusedWithoutABudgetOrOutOfRange) {
  request::Request request = with_costs({{{"a"}, 2}});
  EXPECT_TRUE(check_costs(request).ok());
  for (const double cost : {0.0, -1.0, 1e-7, 1e7, std::nan("")}) {
    request.facts.cost = {{{"a"}, cost}};
    ASSERT_FALSE(check_costs(request).ok()) << cost;
    EXPECT_EQ(check_costs(request).error().subject.option.name, "cost");
  }
  request = with_costs({{{"a"}, 2}});
  request.facts.budget.reset();
  EXPECT_EQ(check_costs(request).error().code, base::ErrorCode::kBadOption);
  request = with_costs({});
  request.how.method = request::Method::kLasso;
  EXPECT_EQ(check_costs(request).error().code, base::ErrorCode::kBadOption);
}

TEST(Costs, OnlyEntriesThatNameAFactMatch) {
  const request::Request request = with_costs({{{"pairs"}, 2}, {{"curves"}, 3}, {{"c"}, 4}, {{"t*"}, 5}});
  EXPECT_EQ(matching_costs(request, make_facts()), (Entries{{{"curves"}, 3}, {{"t*"}, 5}}));
}

TEST(Costs, TheBudgetIsCountedInMillionths) {
  EXPECT_EQ(budget_of(with_costs({}, 2.5)), 2'500'000);
  EXPECT_EQ(budget_of({}), search::kAnyCost);
}

TEST(Costs, AsManyFactsAsTheCheapestOnesTogetherCost) {
  base::Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Candidate> facts(1 + random.below(6));
    for (Candidate& one : facts) one.cost = static_cast<std::int64_t>((1 + random.below(5)) * base::kCostUnit);
    std::vector<std::int64_t> costs;
    for (const Candidate& one : facts) costs.push_back(one.cost);
    std::sort(costs.begin(), costs.end());
    const int wanted = static_cast<int>(1 + random.below(facts.size()));
    const auto budget = static_cast<double>(5 + random.below(10));
    int most = 0;
    double spent = 0;
    for (int k = 0; k < wanted; ++k) {
      spent += base::from_cost_units(costs[static_cast<std::size_t>(k)]);
      if (spent <= budget) most = k + 1;
    }
    EXPECT_EQ(affordable(with_costs({}, budget), facts, wanted).value(), most);
  }
}

TEST(Costs, ABudgetForNothingIsRefusedUnlessThereIsNothing) {
  std::vector<Candidate> facts = make_facts();
  const auto number = affordable(with_costs({}, 0.5), facts, 2);
  ASSERT_FALSE(number.ok());
  EXPECT_EQ(number.error().code, base::ErrorCode::kBadOption);
  EXPECT_NE(base::text(number.error(), base::command_line()).find("the cheapest one costs 1"), std::string::npos);
  EXPECT_EQ(affordable(with_costs({}, 0.5), {}, 0).value(), 0);
  EXPECT_EQ(affordable({}, facts, 3).value(), 3);
}

TEST(Costs, OfAnExplanationTheyAddUpExactly) {
  Explanation explanation;
  explanation.facts.resize(3);
  for (Fact& one : explanation.facts) one.cost = 0.1;
  EXPECT_EQ(explanation.cost(), std::nullopt);
  explanation.request.facts.budget = 1;
  EXPECT_EQ(explanation.cost(), 0.3);
}

}  // namespace
}  // namespace explainee::explain::costs_test
