#include "explainee/moments/join_folds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/moments/accumulate/accumulate.h"

namespace explainee::moments {
namespace {

/// Numbers a and b, a category and weights; every eleventh row counts for nothing.
Moments moments_of(int rows, int folds, bool weighted = false) {
  base::Random random(7);
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> weights;
  std::vector<std::string> city;
  for (int i = 0; i < rows; ++i) {
    a.push_back(1e6 + random.normal());
    b.push_back(random.normal() + a.back());
    weights.push_back(i % 11 == 0 ? 0.0 : random.uniform());
    city.emplace_back(random.below(3) == 0 ? "Oslo" : "Rome");
  }
  data::MemoryTable table;
  table.add("a", a);
  table.add("b", b);
  table.add("city", city);
  table.add("w", weights);
  Plan plan;
  plan.numbers = {0, 1};
  plan.texts = {{2, {"Oslo", "Rome"}}};
  plan.products = {{0, 1}};
  plan.folds = folds;
  plan.seed = 3;
  if (weighted) plan.weight = 3;
  return accumulate(table, plan, {}).value();
}

void expect_same_rows(const Fold& x, const Fold& y) {
  EXPECT_EQ(x.rows, y.rows);
  EXPECT_NEAR(x.weight, y.weight, 1e-13 * y.weight);
  EXPECT_NEAR(x.weight_squares, y.weight_squares, 1e-13 * y.weight_squares);
  ASSERT_EQ(x.mean.size(), y.mean.size());
  for (Eigen::Index i = 0; i < y.mean.size(); ++i) {
    EXPECT_NEAR(x.mean[i], y.mean[i], 1e-12);
    for (Eigen::Index j = 0; j <= i; ++j) {
      const double scale = std::sqrt(y.scatter(i, i) * y.scatter(j, j));
      EXPECT_NEAR(x.scatter(i, j), y.scatter(i, j), 1e-12 * scale) << i << ' ' << j;
    }
  }
}

TEST(Totals, AreOneFoldOfAllRows) {
  for (const bool weighted : {false, true}) {
    const Moments moments = moments_of(500, 20, weighted);
    const Moments whole = totals(moments);
    ASSERT_EQ(whole.folds.size(), 1U);
    EXPECT_EQ(whole.columns, moments.columns);
    EXPECT_EQ(whole.rows(), moments.rows());
    EXPECT_EQ(whole.weighted, weighted);
    EXPECT_EQ(whole.weight_column, moments.weight_column);
    EXPECT_EQ(whole.seed, 3U);
    expect_same_rows(whole.folds.front(), moments_of(500, 1, weighted).folds.front());
  }
}

TEST(Totals, OfOneFoldAreTheSameToTheLastDigit) {
  const Moments moments = moments_of(100, 1);
  const Fold& fold = moments.folds.front();
  const Moments whole = totals(moments);
  EXPECT_EQ(whole.folds.front().mean, fold.mean);
  EXPECT_TRUE(whole.folds.front().scatter.triangularView<Eigen::Lower>().toDenseMatrix() ==
              fold.scatter.triangularView<Eigen::Lower>().toDenseMatrix());
}

std::vector<int> rows_of(const Moments& moments) {
  std::vector<int> rows;
  for (const Fold& fold : moments.folds) rows.push_back(static_cast<int>(fold.rows));
  return rows;
}

TEST(RowsPerFold, AreNeverFewerAndTheRowsStayTheSame) {
  for (int rows = 1; rows < 330; ++rows) {
    const Moments all = moments_of(rows, 20);
    const Moments some = with_rows_per_fold(all, 10);
    const std::size_t folds = some.folds.size();
    EXPECT_EQ(20 % folds, 0U);
    EXPECT_EQ(some.rows(), rows);
    for (const int own : rows_of(some)) EXPECT_TRUE(own >= 10 || folds == 1) << rows;
    // As many as can be: every run of 20 rows gives each of g folds 20/g rows.
    const std::size_t sure = rows >= 200 ? 20 : rows >= 100 ? 10 : rows >= 60 ? 5 : rows >= 40 ? 4 : rows >= 20 ? 2 : 1;
    EXPECT_GE(folds, sure) << rows;
    EXPECT_EQ(with_rows_per_fold(all, 1).folds.size(), 20U);
  }
  expect_same_rows(totals(with_rows_per_fold(moments_of(45, 20), 10)).folds[0], moments_of(45, 1).folds[0]);
  EXPECT_EQ(with_rows_per_fold(moments_of(45, 7), 10).folds.size(), 1U);
  EXPECT_EQ(with_rows_per_fold(moments_of(90, 7), 10).folds.size(), 7U);
}

TEST(RowsPerFold, OneHeavyRowAmongLightOnesIsOne) {
  Moments moments = moments_of(400, 4);
  for (Fold& fold : moments.folds) fold.weight = 100, fold.weight_squares = 9000;  // 1.1 effective rows
  EXPECT_EQ(with_rows_per_fold(moments, 2).folds.size(), 2U);
  EXPECT_EQ(with_rows_per_fold(moments, 10).folds.size(), 1U);
}

/// Blocks whose values are mixed are in the fold where they would be, had so few folds been asked for.
TEST(JoinFolds, LeavesBlocksWhereTheyAre) {
  data::MemoryTable table;
  std::vector<double> a;
  std::vector<double> day;
  base::Random random(8);
  for (int i = 0; i < 300; ++i) {
    a.push_back(random.normal());
    day.push_back(1000.5 + i / 3);
  }
  table.add("a", a);
  table.add("day", day);
  Plan plan;
  plan.numbers = {0};
  plan.block = 1;
  const Moments all = accumulate(table, plan, {}).value();
  for (const int count : {10, 5, 4, 2, 1}) {
    plan.folds = count;
    const Moments few = accumulate(table, plan, {}).value();
    const Moments joined = join_folds(all, static_cast<std::size_t>(count));
    ASSERT_EQ(joined.folds.size(), few.folds.size());
    for (std::size_t f = 0; f < few.folds.size(); ++f) expect_same_rows(joined.folds[f], few.folds[f]);
  }
}

TEST(RareLevels, AreThoseOfFewRows) {
  const Moments moments = moments_of(24, 20);
  std::vector<double> rows;
  for (const char* name : {"city=Oslo", "city=Rome"})
    rows.push_back(totals(moments).folds[0].mean[moments.find(name)] * 24);
  ASSERT_NEAR(rows[0] + rows[1], 24, 1e-9);
  ASSERT_GT(rows[0], rows[1] + 0.5);
  const std::vector<RareLevels> rare = rare_levels(moments, static_cast<int>(std::lround(rows[0])));
  ASSERT_EQ(rare.size(), 1U);
  EXPECT_EQ(rare[0].column, "city");
  EXPECT_EQ(rare[0].levels, std::vector<std::string>{"Rome"});
  EXPECT_TRUE(rare_levels(moments, static_cast<int>(std::lround(rows[1]))).empty());
}

}  // namespace
}  // namespace explainee::moments
