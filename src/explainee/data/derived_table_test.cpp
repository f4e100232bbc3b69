#include "explainee/data/derived_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/data/memory_table.h"

namespace explainee::data {
namespace {

std::unique_ptr<ExtendedTable> derived_from(TableSource& table, std::vector<Expression> expressions,
                                            std::optional<std::size_t> weight) {
  const std::vector<ColumnScale> scales = measure_scales(table, expressions, weight, {}).value();
  return derive(table, std::move(expressions), scales);
}

TEST(DerivedTable, AppendsExpressionsWhateverTheOrderAndBatches) {
  for (const std::size_t batch_rows : {1U, 2U, 100U}) {
    MemoryTable table(batch_rows);
    table.add("a", std::vector<double>{1, 2, 3});
    table.add("t", std::vector<std::string>{"u", "v", "w"});
    table.add("b", std::vector<double>{4, 8, 12});
    std::vector<Expression> expressions;
    expressions.push_back(Expression::parse("a + b", table.columns()).value());
    expressions.push_back(Expression::parse("z(b)", table.columns()).value());
    auto derived = derived_from(table, std::move(expressions), std::nullopt);
    ASSERT_EQ(derived->columns().size(), 5U);
    EXPECT_EQ(derived->columns()[3].name, "a + b");
    const std::vector<std::size_t> wanted = {4, 1, 3};
    ASSERT_TRUE(derived->start(wanted).ok());
    Batch batch;
    std::vector<double> scores;
    std::vector<double> sums;
    std::string texts;
    while (derived->next(batch).value()) {
      scores.insert(scores.end(), batch.columns[0].numbers.begin(), batch.columns[0].numbers.end());
      sums.insert(sums.end(), batch.columns[2].numbers.begin(), batch.columns[2].numbers.end());
      for (const std::string_view text : batch.columns[1].texts) texts += text;
    }
    EXPECT_EQ(sums, (std::vector<double>{5, 10, 15}));
    EXPECT_EQ(texts, "uvw");
    EXPECT_NEAR(scores[0], -1.2247448713915890, 1e-12);
    EXPECT_NEAR(scores[1], 0, 1e-12);
  }
}

TEST(DerivedTable, AConstantColumnHasNoStandardScore) {
  MemoryTable table;
  table.add("a", std::vector<double>{2, 2, 2});
  std::vector<Expression> expressions;
  expressions.push_back(Expression::parse("z(a)", table.columns()).value());
  EXPECT_EQ(measure_scales(table, expressions, std::nullopt, {}).error().code, base::ErrorCode::kUnfitColumn);
}

TEST(DerivedTable, StandardScoresAreWeighted) {
  MemoryTable table;
  table.add("a", std::vector<double>{1, 2, 100});
  table.add("w", std::vector<double>{1, 3, 0});
  std::vector<Expression> expressions;
  expressions.push_back(Expression::parse("z(a)", table.columns()).value());
  auto derived = derived_from(table, std::move(expressions), 1);
  const std::vector<std::size_t> wanted = {2};
  ASSERT_TRUE(derived->start(wanted).ok());
  Batch batch;
  ASSERT_TRUE(derived->next(batch).value());
  EXPECT_NEAR(batch.columns[0].numbers[0], -0.75 / std::sqrt(0.1875), 1e-12);  // mean 1.75, variance 3/16
}

}  // namespace
}  // namespace explainee::data
