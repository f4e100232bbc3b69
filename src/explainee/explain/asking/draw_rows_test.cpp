#include "explainee/explain/asking/draw_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/base/random.h"

namespace explainee::explain::draw_rows_test {
namespace {

RowColumn numbers(std::string name, std::vector<double> values) {
  return {std::move(name), data::ColumnType::kNumber, std::move(values), {}};
}

/// Rows of a bank: skewed, whole, 0/1, derived, one-hot and text columns.
PredictedRows bank(std::size_t rows, std::uint64_t seed) {
  base::Random random(seed);
  PredictedRows real;
  std::vector<double> income;
  std::vector<double> debt;
  std::vector<double> age;
  std::vector<double> retired;
  std::vector<double> late;
  std::vector<double> flag;
  std::vector<std::vector<double>> home(3);
  std::vector<std::string> town;
  for (std::size_t i = 0; i < rows; ++i) {
    const double wealth = random.normal();
    income.push_back(std::exp(1 + 0.5 * wealth));
    debt.push_back(0.8 * wealth + 0.6 * random.normal());
    age.push_back(std::floor(20 + 60 * random.uniform()));
    retired.push_back(age.back() > 65 ? 1 : 0);
    late.push_back(static_cast<double>(random.below(4)));
    flag.push_back(random.uniform() < 0.2 ? 1 : 0);
    const std::uint64_t kind = random.below(3);
    for (std::size_t k = 0; k < 3; ++k) home[k].push_back(k == kind ? 1 : 0);
    town.emplace_back(random.uniform() < 0.7 ? "Oslo" : random.uniform() < 0.5 ? "Rome" : "Turku");
    real.predictions.push_back(debt.back() + (town.back() == "Rome" ? 2 : town.back() == "Oslo" ? 1 : 0));
  }
  RowColumn text{"town", data::ColumnType::kText, {}, std::move(town)};
  real.columns = {
      numbers("income", income), numbers("debt", debt), numbers("age", age),       numbers("retired", retired),
      numbers("late", late),     numbers("flag", flag), numbers("owner", home[0]), numbers("tenant", home[1]),
      numbers("other", home[2]), std::move(text)};
  return real;
}

RowColumns drawn(const PredictedRows& real, DrawOptions options, int threads = 1) {
  base::Control control;
  control.threads = threads;
  auto rows = draw_rows(real, options, control);
  EXPECT_TRUE(rows.ok());
  return rows.ok() ? std::move(rows).value() : RowColumns{};
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

/// Rank correlation, which a Gaussian copula with correlation r sets to 6/π·asin(r/2).
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto ranks = [](const std::vector<double>& values) {
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> rank;
    for (const double value : values)
      rank.push_back(static_cast<double>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin()));
    return rank;
  };
  return correlation(ranks(a), ranks(b));
}

TEST(DrawRows, EachColumnKeepsItsDistributionAndItsType) {
  const PredictedRows real = bank(800, 1);
  const RowColumns rows = drawn(real, {4000, 7});
  ASSERT_EQ(rows.size(), real.columns.size());
  for (std::size_t j = 0; j + 1 < rows.size(); ++j) {
    SCOPED_TRACE(rows[j].name);
    ASSERT_EQ(rows[j].numbers.size(), 4000U);
    std::vector<double> known = real.columns[j].numbers;
    std::vector<double> found = rows[j].numbers;
    std::sort(known.begin(), known.end());
    std::sort(found.begin(), found.end());
    double gap = 0;  // Kolmogorov and Smirnov's
    for (const double at : known) {
      const auto below = [&](const std::vector<double>& list) {
        return static_cast<double>(std::upper_bound(list.begin(), list.end(), at) - list.begin()) /
               static_cast<double>(list.size());
      };
      gap = std::max(gap, std::abs(below(known) - below(found)));
    }
    EXPECT_LT(gap, 0.05);
    EXPECT_GE(found.front(), known.front());
    EXPECT_LE(found.back(), known.back());
    if (j < 2) continue;
    const std::set<double> values(known.begin(), known.end());
    EXPECT_TRUE(std::all_of(found.begin(), found.end(), [&](double value) { return values.count(value) == 1; }));
  }
  const auto share = [](const std::vector<std::string>& texts, const std::string& text) {
    return static_cast<double>(std::count(texts.begin(), texts.end(), text)) / static_cast<double>(texts.size());
  };
  for (const char* town : {"Oslo", "Rome", "Turku"})
    EXPECT_NEAR(share(rows.back().texts, town), share(real.columns.back().texts, town), 0.04);
}

TEST(DrawRows, OfAContinuousColumnValuesThatDoNotOccurAreDrawnToo) {
  const PredictedRows real = bank(300, 2);
  const RowColumns rows = drawn(real, {1000, 3});
  const std::set<double> known(real.columns[1].numbers.begin(), real.columns[1].numbers.end());
  const auto fresh = std::count_if(rows[1].numbers.begin(), rows[1].numbers.end(),
                                   [&](double value) { return known.count(value) == 0; });
  EXPECT_GT(fresh, 900);
}

TEST(DrawRows, ColumnsGoTogetherAsTheyDoInTheRowsButForTheShrinking) {
  const PredictedRows real = bank(3000, 3);
  const RowColumns rows = drawn(real, {20000, 5});
  const double in_rows = rank_correlation(real.columns[0].numbers, real.columns[1].numbers);
  const double normal = 2 * std::sin(in_rows * M_PI / 6);  // both columns are monotone in normal ones
  EXPECT_NEAR(rank_correlation(rows[0].numbers, rows[1].numbers), 6 / M_PI * std::asin(0.95 * normal / 2), 0.02);
  EXPECT_NEAR(rank_correlation(rows[0].numbers, rows[4].numbers), 0, 0.05);
}

TEST(DrawRows, TextsGoWithTheOthersInTheOrderOfTheirPredictions) {
  PredictedRows real = bank(2000, 4);
  for (std::size_t i = 0; i < real.predictions.size(); ++i) {
    const double debt = real.columns[1].numbers[i];
    real.columns.back().texts[i] = debt > 0.5 ? "z" : debt < -0.5 ? "m" : "a";
    real.predictions[i] = debt + 0.001 * real.columns[4].numbers[i];
  }
  // Determined by the debt, it would be drawn with it: half of the texts are changed.
  base::Random random(9);
  for (std::string& text : real.columns.back().texts) {
    if (random.below(2) == 0) text = random.below(2) == 0 ? "z" : "m";
  }
  const RowColumns rows = drawn(real, {6000, 1});
  const auto mean_debt = [](const RowColumns& columns, const std::string& text) {
    std::vector<double> debts;
    for (std::size_t i = 0; i < columns.back().texts.size(); ++i) {
      if (columns.back().texts[i] == text) debts.push_back(columns[1].numbers[i]);
    }
    return mean(debts);
  };
  EXPECT_GT(mean_debt(rows, "z"), 0.2);
  EXPECT_LT(mean_debt(rows, "m"), -0.2);
}

TEST(DrawRows, WhatIsDeterminedStaysSo) {
  PredictedRows real = bank(1000, 5);
  std::vector<double> square;
  std::vector<double> sum;
  for (std::size_t i = 0; i < real.predictions.size(); ++i) {
    square.push_back(real.columns[1].numbers[i] * real.columns[1].numbers[i]);
    sum.push_back(real.columns[0].numbers[i] + 3 * real.columns[4].numbers[i]);
  }
  real.columns.push_back(numbers("square", square));
  real.columns.push_back(numbers("sum", sum));
  const RowColumns rows = drawn(real, {5000, 11});
  for (std::size_t i = 0; i < 5000; ++i) {
    ASSERT_EQ(rows[3].numbers[i], rows[2].numbers[i] > 65 ? 1 : 0);
    ASSERT_EQ(rows[6].numbers[i] + rows[7].numbers[i] + rows[8].numbers[i], 1);
    ASSERT_EQ(rows[10].numbers[i], rows[1].numbers[i] * rows[1].numbers[i]);
    ASSERT_EQ(rows[11].numbers[i], rows[0].numbers[i] + 3 * rows[4].numbers[i]);
  }
}

TEST(DrawRows, AreTheSameForASeedOnAnyNumberOfThreads) {
  const PredictedRows real = bank(400, 6);
  const RowColumns one = drawn(real, {2000, 4});
  const RowColumns other = drawn(real, {2000, 5});
  for (const int threads : {2, 3}) {
    const RowColumns many = drawn(real, {2000, 4}, threads);
    for (std::size_t j = 0; j < one.size(); ++j) {
      EXPECT_EQ(many[j].numbers, one[j].numbers);
      EXPECT_EQ(many[j].texts, one[j].texts);
    }
  }
  EXPECT_NE(other[1].numbers, one[1].numbers);
}

TEST(DrawRows, TextsThatNameRowsGoAlongWithNothing) {
  PredictedRows real = bank(500, 8);
  RowColumn id{"id", data::ColumnType::kText, {}, {}};
  for (std::size_t i = 0; i < 500; ++i) id.texts.push_back("case " + std::to_string(i));
  real.columns.push_back(id);
  const RowColumns rows = drawn(real, {3000, 2});
  std::vector<double> of_named_row;
  for (const std::string& text : rows.back().texts)
    of_named_row.push_back(real.columns[1].numbers[static_cast<std::size_t>(std::stoi(text.substr(5)))]);
  EXPECT_NEAR(correlation(of_named_row, rows[1].numbers), 0, 0.06);
}

TEST(DrawRows, NeedSomeRows) {
  const auto rows = draw_rows(bank(9, 1), {}, {});
  ASSERT_FALSE(rows.ok());
  EXPECT_EQ(rows.error().code, base::ErrorCode::kTooFewRows);
}

TEST(DrawRows, AColumnThatNeverVariesStaysAsItIs) {
  PredictedRows real = bank(50, 1);
  for (double& value : real.columns[5].numbers) value = 0;
  const RowColumns rows = drawn(real, {100, 1});
  EXPECT_EQ(rows[5].numbers, std::vector<double>(100, 0));
}

}  // namespace
}  // namespace explainee::explain::draw_rows_test
