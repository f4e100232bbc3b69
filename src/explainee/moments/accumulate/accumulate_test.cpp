#include "explainee/moments/accumulate/accumulate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/moments/accumulate/fold_assignment.h"
#include "explainee/moments/levels.h"

namespace explainee::moments {
namespace {

/// Straight from the definition, row by row.
struct Naive {
  double weight = 0;
  std::vector<double> mean;
  std::vector<std::vector<double>> scatter;
};

Naive naive_moments(const std::vector<std::vector<double>>& rows, const std::vector<double>& weights) {
  Naive result;
  const std::size_t n = rows.front().size();
  result.mean.assign(n, 0);
  result.scatter.assign(n, std::vector<double>(n, 0));
  for (std::size_t r = 0; r < rows.size(); ++r) result.weight += weights[r];
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t r = 0; r < rows.size(); ++r) result.mean[i] += weights[r] * rows[r][i] / result.weight;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t r = 0; r < rows.size(); ++r) {
        result.scatter[i][j] += weights[r] * (rows[r][i] - result.mean[i]) * (rows[r][j] - result.mean[j]);
      }
    }
  }
  return result;
}

TEST(Accumulate, AgreesWithTheDefinition) {
  base::Random random(11);
  std::vector<std::vector<double>> rows;
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> weights;
  std::vector<std::string> cities;
  for (int i = 0; i < 10000; ++i) {
    a.push_back(random.normal() + 5);
    b.push_back(2 * a.back() + random.normal());
    weights.push_back(random.uniform());
    cities.emplace_back(random.below(2) == 0 ? "Oslo" : "Rome");
  }
  data::MemoryTable table(777);
  table.add("a", a);
  table.add("b", b);
  table.add("city", cities);
  table.add("w", weights);
  Plan plan;
  plan.numbers = {0, 1};
  plan.texts = {{2, {"Oslo", "Rome"}}};
  plan.products = {{0, 1}};
  plan.weight = 3;
  base::Control control;
  control.threads = 2;
  const Moments moments = accumulate(table, plan, control).value();
  ASSERT_EQ(moments.columns.size(), 5U);
  EXPECT_EQ(moments.columns[3].name, "city=Rome");
  EXPECT_EQ(moments.columns[4].name, "a*b");
  const double shift_a = moments.columns[0].shift;
  const double shift_b = moments.columns[1].shift;
  for (std::size_t i = 0; i < a.size(); ++i) {
    rows.push_back({a[i], b[i], cities[i] == "Oslo" ? 1.0 : 0.0, cities[i] == "Rome" ? 1.0 : 0.0,
                    (a[i] - shift_a) * (b[i] - shift_b)});
  }
  const Naive naive = naive_moments(rows, weights);
  const Fold total = sum_folds(moments.folds);
  EXPECT_NEAR(total.weight, naive.weight, 1e-9);
  for (Eigen::Index i = 0; i < 5; ++i) {
    EXPECT_NEAR(total.mean[i] + moments.columns[static_cast<std::size_t>(i)].shift,
                naive.mean[static_cast<std::size_t>(i)], 1e-11);
    for (Eigen::Index j = 0; j <= i; ++j) {
      const double scale = std::sqrt(naive.scatter[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)] *
                                     naive.scatter[static_cast<std::size_t>(j)][static_cast<std::size_t>(j)]);
      EXPECT_NEAR(total.scatter(i, j), naive.scatter[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
                  1e-12 * scale);
    }
  }
}

TEST(Accumulate, ManyColumnsInOneFoldAreTiled) {
  base::Random random(2);
  data::MemoryTable table;
  constexpr int kColumns = 600;
  for (int c = 0; c < kColumns; ++c) {
    std::vector<double> values(50);
    for (double& value : values) value = random.normal();
    table.add("x" + std::to_string(c), values);
  }
  Plan plan;
  for (std::size_t c = 0; c < kColumns; ++c) plan.numbers.push_back(c);
  plan.folds = 1;
  const Moments one = accumulate(table, plan, {}).value();
  const auto& a = table.numbers(7);
  const auto& b = table.numbers(580);
  double mean_a = 0;
  double mean_b = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    mean_a += a[i] / 50;
    mean_b += b[i] / 50;
  }
  double scatter = 0;
  for (std::size_t i = 0; i < 50; ++i) scatter += (a[i] - mean_a) * (b[i] - mean_b);
  EXPECT_NEAR(one.folds[0].scatter(580, 7), scatter, 1e-11);
}

TEST(Accumulate, ManyThreadsAtOnceNeverChangeADigit) {  // a BLAS that shares buffers between threads shows here
  base::Random random(8);
  data::MemoryTable table;
  Plan plan;
  for (std::size_t c = 0; c < 12; ++c) {
    std::vector<double> values(240);
    for (double& value : values) value = random.normal();
    table.add("x" + std::to_string(c), values);
    plan.numbers.push_back(c);
  }
  const Moments alone = accumulate(table, plan, {}).value();
  base::Control control;
  control.threads = 4;
  for (int round = 0; round < 300; ++round) {
    const Moments together = accumulate(table, plan, control).value();
    for (std::size_t f = 0; f < alone.folds.size(); ++f) {
      ASSERT_EQ(together.folds[f].scatter, alone.folds[f].scatter) << "round " << round;
    }
  }
}

TEST(Accumulate, MissingCellsAreNamedOrDropped) {
  data::MemoryTable table(2);
  table.add("a", std::vector<double>{1, 2, NAN, 4, INFINITY});
  table.add("b", std::vector<double>{1, 2, 3, 4, 5});
  Plan plan;
  plan.numbers = {0, 1};
  const base::Error error = accumulate(table, plan, {}).error();
  EXPECT_EQ(error.code, base::ErrorCode::kMissingCell);
  EXPECT_NE(base::text(error, base::command_line()).find("row 2"), std::string::npos)
      << base::text(error, base::command_line());
  EXPECT_NE(base::text(error, base::command_line()).find("'a'"), std::string::npos);
  plan.missing = MissingRule::kDrop;
  const Moments moments = accumulate(table, plan, {}).value();
  EXPECT_EQ(moments.rows(), 3);
  EXPECT_EQ(moments.rows_dropped, 2);
}

TEST(Accumulate, BlocksGoToOneFold) {
  data::MemoryTable table;
  table.add("a", std::vector<double>{1, 2, 3, 4, 5, 6});
  table.add("day", std::vector<double>{0, 0, 0, 1, 1, 1});
  Plan plan;
  plan.numbers = {0};
  plan.block = 1;
  const Moments moments = accumulate(table, plan, {}).value();
  EXPECT_EQ(moments.folds[0].rows, 3);
  EXPECT_EQ(moments.folds[1].rows, 3);
  EXPECT_EQ(moments.block_column, "day");
}

TEST(Accumulate, NegativeWeightsAreRefused) {
  data::MemoryTable table;
  table.add("a", std::vector<double>{1, 2});
  table.add("w", std::vector<double>{1, -2});
  Plan plan;
  plan.numbers = {0};
  plan.weight = 1;
  EXPECT_EQ(accumulate(table, plan, {}).error().code, base::ErrorCode::kUnfitColumn);
}

TEST(Levels, AreSortedCountedAndLimited) {
  data::MemoryTable table(3);
  std::vector<std::string> few;
  std::vector<std::string> many;
  for (int i = 0; i < 1500; ++i) {
    few.emplace_back(i % 2 == 0 ? "b" : "a");
    many.push_back("t" + std::to_string(i));
  }
  table.add("few", few);
  table.add("many", many);
  const std::vector<std::size_t> texts = {0, 1};
  const LevelScan scan = scan_levels(table, texts, {}).value();
  EXPECT_EQ(scan.rows, 1500);
  EXPECT_EQ(scan.columns[0].levels, (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(scan.columns[0].all_distinct);
  EXPECT_TRUE(scan.columns[1].too_many);
  EXPECT_TRUE(scan.columns[1].all_distinct);
}

/// Few, several and many columns take different ways; so do rows that drift far from the first ones.
TEST(Accumulate, EveryWayAgreesWithTheDefinition) {
  for (const std::size_t columns : {3U, 64U, 65U, 130U, 257U, 300U}) {
    for (const double drift : {0.0, 1e3}) {
      base::Random random(columns);
      const std::size_t count = 6000;
      std::vector<std::vector<double>> rows(count, std::vector<double>(columns));
      data::MemoryTable table(1111);
      Plan plan;
      plan.folds = columns % 2 == 0 ? 20 : 5;
      for (std::size_t c = 0; c < columns; ++c) {
        std::vector<double> values(count);
        for (std::size_t r = 0; r < count; ++r) {
          const double common = c == 0 ? 0.0 : rows[r][c - 1] * 0.3;
          values[r] = random.normal() + common + (r > 4500 ? drift : 0.0);
          rows[r][c] = values[r];
        }
        table.add("x" + std::to_string(c), values);
        plan.numbers.push_back(c);
      }
      const Moments moments = accumulate(table, plan, {}).value();
      const Fold total = sum_folds(moments.folds);
      const std::size_t some = std::min<std::size_t>(columns, 6);
      for (std::size_t i = columns - some; i < columns; ++i) {
        for (std::size_t j = 0; j <= i; j += 1 + columns / 7) {
          double mean_i = 0;
          double mean_j = 0;
          for (const auto& row : rows) mean_i += row[i] / count, mean_j += row[j] / count;
          double expected = 0;
          double size = 0;
          for (const auto& row : rows) {
            expected += (row[i] - mean_i) * (row[j] - mean_j);
            size += std::abs((row[i] - mean_i) * (row[j] - mean_j));
          }
          const auto a = static_cast<Eigen::Index>(i);
          const auto b = static_cast<Eigen::Index>(j);
          EXPECT_NEAR(total.scatter(a, b), expected, 1e-12 * size) << columns << " " << i << " " << j;
        }
      }
    }
  }
}

TEST(Accumulate, ABadCellIsFoundWhereverItStands) {
  for (const std::size_t columns : {2U, 100U, 300U}) {
    for (const std::size_t bad : {0U, 4000U, 5123U, 9999U}) {
      data::MemoryTable table(700);
      Plan plan;
      for (std::size_t c = 0; c < columns; ++c) {
        std::vector<double> values(10000, 1.5);
        for (std::size_t r = 0; r < values.size(); ++r) values[r] += std::sin(static_cast<double>(r * (c + 1)));
        if (c == 1) values[bad] = bad % 2 == 0 ? std::nan("") : INFINITY;
        table.add("x" + std::to_string(c), values);
        plan.numbers.push_back(c);
      }
      const base::Error error = accumulate(table, plan, {}).error();
      EXPECT_EQ(error.code, base::ErrorCode::kMissingCell);
      EXPECT_NE(base::command_line().place(error.subject).find("row " + std::to_string(bad)), std::string::npos)
          << base::command_line().place(error.subject);
      EXPECT_NE(base::text(error.message, base::command_line()).find("'x1'"), std::string::npos)
          << base::text(error.message, base::command_line());
    }
  }
}

}  // namespace
}  // namespace explainee::moments
