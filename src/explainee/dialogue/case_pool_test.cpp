#include "explainee/dialogue/case_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"

namespace explainee::dialogue::case_pool_test {
namespace {

constexpr std::int64_t kRows = 100;
constexpr std::int64_t kFreak = 17;

/// Columns a and b, a town, ids, and p = 2a + b + noise; one row that is like no other.
struct Town {
  explicit Town(std::size_t batch_rows = 30) : table(batch_rows) {
    base::Random random(5);
    std::vector<std::string> ids;
    for (std::int64_t i = 0; i < kRows; ++i) {
      a.push_back(i == kFreak ? 40 : 1000 + random.normal());
      b.push_back(random.normal());
      town.emplace_back(i % 2 == 0 ? "Oslo" : "Rome");
      p.push_back(2 * a.back() + b.back() + 0.1 * random.normal());
      ids.push_back("case " + std::to_string(i));
    }
    table.add("name", ids);
    table.add("a", a);
    table.add("town", town);
    table.add("b", b);
    table.add("p", p);
  }

  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> p;
  std::vector<std::string> town;
  data::MemoryTable table;
};

request::Request about_p() {
  request::Request request;
  request.what.prediction = {"p"};
  request.what.id = "name";
  request.facts.sparsity = 1;
  request.how.folds = 1;
  request.how.threads = 1;
  return request;
}

base::Result<CasePool> pool_of(const data::MemoryTable& table, const request::Request& request,
                               const QuestionPolicy& policy, const std::vector<std::int64_t>& answered = {}) {
  explain::Input input;
  input.table = data::Dataset::borrow(table);
  input.people.answered = true;
  explain::Composition composition = explain::compose(input, request, {}).value();
  const FixedData fixed = make_fixed_data(composition);
  return read_cases(composition, fixed, policy, answered);
}

std::vector<std::int64_t> rows_of(const CasePool& pool) {
  std::vector<std::int64_t> rows;
  for (const Case& one : pool.cases) rows.push_back(one.row);
  return rows;
}

TEST(CasePool, CasesShowTheCellsOfTheirRow) {
  const Town town;
  const CasePool pool = pool_of(town.table, about_p(), {}).value();
  ASSERT_EQ(pool.cases.size(), 90U);  // nine tenths are ordinary
  for (const Case& one : pool.cases) {
    const auto row = static_cast<std::size_t>(one.row);
    ASSERT_EQ(one.values.size(), 3U);
    EXPECT_EQ(one.values[0].column, "a");
    EXPECT_EQ(one.values[0].number, town.a[row]);
    EXPECT_EQ(one.values[1].column, "town");
    EXPECT_EQ(one.values[1].text, town.town[row]);
    EXPECT_FALSE(one.values[1].number.has_value());
    EXPECT_EQ(one.values[2].number, town.b[row]);
    ASSERT_EQ(one.predictions.size(), 1U);
    EXPECT_NEAR(one.predictions[0], town.p[row], 1e-9);
    EXPECT_EQ(one.id, "case " + std::to_string(one.row));
  }
}

TEST(CasePool, StandsInTheOrderOfRowsAndFindsEachByItsNumber) {
  const Town town;
  const CasePool pool = pool_of(town.table, about_p(), {}).value();
  EXPECT_TRUE(std::is_sorted(pool.cases.begin(), pool.cases.end(),
                             [](const Case& one, const Case& other) { return one.row < other.row; }));
  for (std::size_t i = 0; i < pool.cases.size(); ++i) EXPECT_EQ(pool.find(pool.cases[i].row), i);
  for (const std::int64_t row : {std::int64_t{-1}, kFreak, kRows}) EXPECT_EQ(pool.find(row), std::nullopt) << row;
  EXPECT_EQ(CasePool().find(0), std::nullopt);
}

TEST(CasePool, WhatWasAnsweredEarlierIsThereButNotAskedAgain) {
  const Town town;
  const CasePool pool = pool_of(town.table, about_p(), {}, {kFreak}).value();
  const auto freak = pool.find(kFreak);
  ASSERT_TRUE(freak.has_value());
  EXPECT_FALSE(pool.ordinary[*freak]);
  EXPECT_EQ(std::count(pool.ordinary.begin(), pool.ordinary.end(), false), 1);
  EXPECT_EQ(pool.cases[*freak].values[0].number, 40);
  EXPECT_EQ(pool.values.rows(), static_cast<Eigen::Index>(pool.cases.size()));
}

TEST(CasePool, DoesNotDependOnHowTheTableIsReadButOnTheSeed) {
  QuestionPolicy policy;
  policy.pool = 20;
  const Town town;
  const std::vector<std::int64_t> rows = rows_of(pool_of(town.table, about_p(), policy).value());
  EXPECT_EQ(rows.size(), 20U);
  for (const std::size_t batch : {1U, 7U, 1000U}) {
    const Town other(batch);
    EXPECT_EQ(rows_of(pool_of(other.table, about_p(), policy).value()), rows) << batch;
  }
  policy.seed = 1;
  EXPECT_NE(rows_of(pool_of(town.table, about_p(), policy).value()), rows);
}

TEST(CasePool, RowsOfNoWeightAreNobodysQuestion) {
  Town town;
  std::vector<double> weight(kRows, 1);
  for (std::int64_t i = 0; i < kRows; i += 4) weight[static_cast<std::size_t>(i)] = 0;
  town.table.add("w", weight);
  request::Request request = about_p();
  request.how.weight = "w";
  QuestionPolicy policy;
  policy.ordinary = 1;
  const std::vector<std::int64_t> rows = rows_of(pool_of(town.table, request, policy).value());
  EXPECT_EQ(rows.size(), 75U);
  for (const std::int64_t row : rows) EXPECT_NE(row % 4, 0);
}

TEST(CasePool, AnAnswerToARowThatIsNotThereIsRefused) {
  const Town town;
  for (const std::int64_t row : {kRows, std::int64_t{1} << 40}) {
    const auto pool = pool_of(town.table, about_p(), {}, {3, row});
    ASSERT_FALSE(pool.ok()) << row;
    EXPECT_EQ(pool.error().code, base::ErrorCode::kMalformedTable);
    EXPECT_EQ(pool.error().subject.file, "table");
  }
}

}  // namespace
}  // namespace explainee::dialogue::case_pool_test
