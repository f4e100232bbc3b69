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

}  // namespace
}  // namespace explainee::moments
