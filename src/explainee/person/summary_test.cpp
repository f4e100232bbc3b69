#include "explainee/person/summary.h"

#include <gtest/gtest.h>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/moments/accumulate/accumulate.h"

namespace explainee::person {
namespace {

moments::Moments make_moments(int rows, bool products) {
  base::Random random(1);
  data::MemoryTable table;
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> y;
  std::vector<std::string> city;
  for (int i = 0; i < rows; ++i) {
    a.push_back(random.normal());
    b.push_back(random.normal());
    y.push_back(2 * a.back() - b.back());
    city.emplace_back(i % 3 == 0 ? "Oslo" : (i % 3 == 1 ? "Rome" : "Bern"));
  }
  table.add("a", a);
  table.add("b", b);
  table.add("y", y);
  table.add("city", city);
  moments::Plan plan;
  plan.numbers = {0, 1, 2};
  plan.texts = {{3, {"Bern", "Oslo", "Rome"}}};
  if (products) plan.products = {{0, 0}, {0, 1}, {1, 1}};
  return moments::accumulate(table, plan, {}).value();
}

TEST(Summary, KnowingBringsSquaresAndProducts) {
  Person person;
  person.known = {{"a"}, {"b"}, {"city", Way::kTold}};
  const Summary summary = summarise(person, make_moments(200, true)).value();
  EXPECT_TRUE(summary.quadratic);
  std::vector<std::string> names;
  for (const SummaryColumn& column : summary.columns) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "city=Oslo", "city=Rome", "a*a", "a*b", "b*b"}));
}

TEST(Summary, TooFewRowsOrNoProductsMeanLinearKnowing) {
  Person person;
  person.known = {{"a"}, {"b"}};
  EXPECT_TRUE(summarise(person, make_moments(49, true)).value().known_linear_only);
  EXPECT_FALSE(summarise(person, make_moments(50, true)).value().known_linear_only);
  EXPECT_TRUE(summarise(person, make_moments(200, false)).value().known_linear_only);
  person.quadratic = false;
  EXPECT_FALSE(summarise(person, make_moments(200, false)).value().known_linear_only);
}

TEST(Summary, ReasonsAreTheLeastSquaresModel) {
  Person person;
  person.reasons = {{"a", std::nullopt}, {"b", std::nullopt}};
  person.reasons_target = {"y"};
  const moments::Moments moments = make_moments(100, false);
  const Summary summary = summarise(person, moments).value();
  ASSERT_EQ(summary.columns.size(), 1U);
  EXPECT_NEAR(summary.columns[0].weights[0], 2, 1e-10);
  EXPECT_NEAR(summary.columns[0].weights[1], -1, 1e-10);
  person.reasons = {{"a", 3.0}, {"b", 5.0}};
  EXPECT_EQ(summarise(person, moments).value().columns[0].weights[1], 5);
}

TEST(Summary, AMissingColumnIsNamed) {
  Person person;
  person.linear = {{"z", Way::kUnderstands}};
  EXPECT_NE(base::text(summarise(person, make_moments(20, false)).error().message, base::command_line()).find("'z'"),
            std::string::npos);
}

}  // namespace
}  // namespace explainee::person
