#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::impersonal_test {
namespace {

using testing::SmallTable;
using Names = std::vector<std::string>;

request::Request about_numbers(int sparsity) {
  request::Request request = testing::about_p(sparsity);
  request.facts.features = {"a", "b", "c"};
  request.who.linear = true;
  return request;
}

Composition with_impersonal(const SmallTable& rows, const request::Request& request) {
  Composition c = testing::chosen(rows.input(), request);
  EXPECT_TRUE(find_impersonal(c).ok());
  return c;
}

/// The pair that tells most to somebody who has nothing.
Names best_pair(const SmallTable& rows) {
  const std::vector<std::pair<std::string, std::vector<double>>> all = {{"a", rows.a}, {"b", rows.b}, {"c", rows.c}};
  Names best;
  double most = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i + 1; j < 3; ++j) {
      const double told =
          testing::nats_told({}, testing::beside({all[i].second, all[j].second}), testing::beside({rows.p}));
      if (told > most) best = {all[i].first, all[j].first};
      most = std::max(most, told);
    }
  }
  return best;
}

TEST(Impersonal, IsTheBestForNobody) {
  SmallTable rows;
  rows.table.add("rome", testing::where(rows.town, "Rome"));
  request::Request request = about_numbers(2);
  request.who.summary = {"rome"};
  const Composition c = with_impersonal(rows, request);
  EXPECT_EQ(testing::names_of(c.impersonal_all->facts), best_pair(rows));
  EXPECT_EQ(c.impersonal_all->asked.facts.size(), 2U);
}

TEST(Impersonal, WhatFollowsFromWhatSheHasTellsHerNothing) {
  SmallTable rows;
  std::vector<double> twice = rows.a;
  for (double& value : twice) value *= 2;
  rows.table.add("twice a", twice);
  request::Request request = about_numbers(2);
  request.who.summary = {"twice a"};
  const Composition c = with_impersonal(rows, request);
  EXPECT_EQ(testing::names_of(c.impersonal_all->facts), best_pair(rows));  // a and b
  ASSERT_EQ(c.impersonal_all->asked.facts.size(), 1U);                     // b alone is measured
  EXPECT_EQ(c.impersonal_all->asked.facts[0].columns, std::vector<int>{c.gathered.moments->find("b")});
  EXPECT_EQ(testing::names_of(c.impersonal_unknown->facts), (Names{"b", "c"}));
  EXPECT_FALSE(c.impersonal_all->asked.compared);
}

TEST(Impersonal, ForNobodyItIsTheAnswer) {
  const SmallTable rows;
  const Composition c = with_impersonal(rows, about_numbers(1));
  const Names answer = testing::names_of(c.chosen.facts);
  EXPECT_EQ(testing::names_of(c.impersonal_all->facts), answer);
  EXPECT_EQ(testing::names_of(c.impersonal_unknown->facts), answer);
}

/// One fact is open to her; others would be told as many as were asked for.
TEST(Impersonal, IsOfAsManyFactsAsSomebodyElseWouldBeTold) {
  const SmallTable rows;
  request::Request request = about_numbers(2);
  request.who.knows = {"a", "b"};
  const Composition c = with_impersonal(rows, request);
  EXPECT_EQ(testing::names_of(c.chosen.facts).size(), 1U);
  EXPECT_EQ(testing::names_of(c.impersonal_all->facts), best_pair(rows));
  EXPECT_EQ(c.impersonal_unknown->facts.size(), 1U);
}

TEST(Impersonal, AFactThatCannotBePaidForIsNotAmongThem) {
  SmallTable rows;
  rows.table.add("rome", testing::where(rows.town, "Rome"));
  request::Request request = about_numbers(1);
  request.facts.sparsity.reset();
  request.facts.cost = {{{"a"}, 5}};
  request.facts.budget = 2;
  request.who.summary = {"rome"};
  EXPECT_EQ(testing::names_of(with_impersonal(rows, request).impersonal_all->facts), (Names{"b", "c"}));
}

TEST(Impersonal, IsOfAsManyFactsAsAreToldWhereOnlyFactsBeyondChanceAre) {
  const SmallTable rows;
  request::Request request = about_numbers(1);
  request.facts.sparsity.reset();
  request.facts.budget = 2;
  request.who.knows = {"a"};
  Composition c = testing::chosen(rows.input(), request);
  ASSERT_EQ(c.chosen.facts.size(), 2U);
  const auto told = [&](std::size_t facts) {
    c.answer.support = Support{true, static_cast<int>(facts), {}, false};
    c.chosen.facts.resize(facts);
    c.impersonal_unknown.reset();
    EXPECT_TRUE(find_impersonal(c).ok());
    return c.impersonal_unknown ? testing::names_of(c.impersonal_unknown->facts) : Names();
  };
  const auto alone = [&](const std::vector<double>& fact) {
    return testing::nats_told({}, testing::beside({fact}), testing::beside({rows.p}));
  };
  EXPECT_EQ(told(1), Names{alone(rows.b) > alone(rows.c) ? "b" : "c"});
  EXPECT_EQ(told(0), Names());
  EXPECT_FALSE(c.impersonal_unknown);
}

TEST(Impersonal, IsNotSaidWhenStopped) {
  const SmallTable rows;
  request::Request request = about_numbers(1);
  request.who.summary = {"c"};
  request.facts.features = {"a", "b"};
  Composition c = testing::chosen(rows.input(), request);
  const std::atomic<bool> cancel = true;
  c.searching.cancel = &cancel;
  EXPECT_TRUE(find_impersonal(c).ok());
  EXPECT_FALSE(c.impersonal_all.has_value());
  EXPECT_FALSE(c.impersonal_unknown.has_value());
}

}  // namespace
}  // namespace explainee::explain::impersonal_test
