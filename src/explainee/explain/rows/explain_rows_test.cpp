#include "explainee/explain/rows/explain_rows.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>

#include "explainee/data/memory_table.h"
#include "explainee/explain/testing/hand_made_explainer.h"
#include "explainee/explain/testing/written_rows.h"

namespace explainee::explain::explain_rows_test {
namespace {

using testing::hand_made_explainer;
using testing::WrittenRows;
using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// Where the columns of a single prediction stand.
enum Place { kRow, kPrediction, kExpected, kOfA, kOfCity, kRemainder, kSurprise, kMarks };

data::MemoryTable table_of(Numbers a, Numbers p, Names city, std::size_t batch_rows = 2) {
  data::MemoryTable table(batch_rows);
  table.add("city", std::move(city));  // in another order than the explainer's
  table.add("p", std::move(p));
  table.add("a", std::move(a));
  return table;
}

data::MemoryTable three_rows() { return table_of({11, 10, 9}, {107, 103.5, 104}, {"Oslo", "Turku", "Oslo"}); }

/// Normal surprise with deviation 5, less that with deviation 2, in bits.
double removed_bits(double before, double after) {
  return (0.5 * (before * before / 25 - after * after / 4) + std::log(5.0 / 2)) / std::numbers::ln2;
}

Names names_of(const std::vector<data::Column>& columns) {
  Names names;
  for (const data::Column& column : columns) names.push_back(column.name);
  return names;
}

TEST(ExplainRows, ColumnsCarryTheFactsAndTheirPredictions) {
  Explainer explainer = hand_made_explainer();
  EXPECT_EQ(names_of(row_columns(explainer)),
            (Names{"row", "prediction", "expected", "contribution.a", "contribution.city", "remainder",
                   "surprise_removed_bits", "marks"}));
  EXPECT_EQ(row_columns(explainer).back().type, data::ColumnType::kText);
  explainer.predictions = {"p", "q"};
  explainer.facts.pop_back();
  EXPECT_EQ(names_of(row_columns(explainer)),
            (Names{"row", "prediction.p", "expected.p", "contribution.p.a", "remainder.p", "prediction.q", "expected.q",
                   "contribution.q.a", "remainder.q", "surprise_removed_bits", "marks"}));
}

TEST(ExplainRows, EveryRowIsTakenApartByTheKeptFormula) {
  data::MemoryTable table = three_rows();
  WrittenRows written;
  ASSERT_TRUE(explain_rows(hand_made_explainer(), table, &written, {}).ok());
  EXPECT_EQ(written.numbers[kRow], (Numbers{0, 1, 2}));
  EXPECT_EQ(written.numbers[kPrediction], (Numbers{107, 103.5, 104}));
  const Numbers of_a = {2 * 0.5, 2 * -0.5, 2 * -1.5};
  const Numbers of_city = {1.8, -1.2, 1.8};
  const Numbers gap = {3, -0.5, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(written.numbers[kExpected][i], 104);
    EXPECT_NEAR(written.numbers[kOfA][i], of_a[i], 1e-12);
    EXPECT_NEAR(written.numbers[kOfCity][i], of_city[i], 1e-12);
    const double rest = gap[i] - of_a[i] - of_city[i];
    EXPECT_NEAR(written.numbers[kRemainder][i], rest, 1e-12);
    EXPECT_NEAR(written.numbers[kSurprise][i], removed_bits(gap[i], rest), 1e-12);
    EXPECT_EQ(written.texts[kMarks][i], "");
  }
}

TEST(ExplainRows, IdsStandBesideTheRowAndNeedNotBeThere) {
  Names ids;
  Numbers a;
  Names city;
  for (int row = 0; row < 5000; ++row) {
    ids.push_back(row == 7 ? "" : "00" + std::to_string(row));
    a.push_back(9 + row % 3);
    city.emplace_back("Oslo");
  }
  data::MemoryTable table = table_of(a, a, city, 700);
  table.add("customer", ids);
  WrittenRows written;
  ASSERT_TRUE(explain_rows(hand_made_explainer(), table, &written, {}, "customer").ok());
  EXPECT_EQ(written.texts[kRow + 1], ids);
  EXPECT_EQ(written.numbers[kPrediction + 1], a);
  EXPECT_EQ(names_of(row_columns(hand_made_explainer(), true))[1], "id");
  EXPECT_TRUE(row_columns(hand_made_explainer(), true).front().whole);
  EXPECT_EQ(explain_rows(hand_made_explainer(), table, &written, {}, "client").error().code,
            base::ErrorCode::kUnknownColumn);
}

TEST(ExplainRows, TheSummaryIsThatOfTheRows) {
  data::MemoryTable table = three_rows();
  table.add("w", Numbers{1, 0, 3});
  Explainer explainer = hand_made_explainer();
  explainer.weight = "w";
  const RowsSummary summary = explain_rows(explainer, table, nullptr, {}).value();  // rests: 0.2, 1.7, 1.2
  EXPECT_EQ(summary.rows, 3);
  EXPECT_EQ(summary.weight, 4);
  EXPECT_NEAR(summary.before[0], std::sqrt((1 * 9 + 3 * 0) / 4.0), 1e-12);
  EXPECT_NEAR(summary.after[0], std::sqrt((0.2 * 0.2 + 3 * 1.2 * 1.2) / 4), 1e-12);
  EXPECT_NEAR(summary.helped[0], 1.0 / 4, 1e-12);
  EXPECT_NEAR(summary.drift[0], 3.0 / 4, 1e-12);
}

TEST(ExplainRows, NoiseOfTheFactsWidensWhatIsLeft) {
  data::MemoryTable table = three_rows();
  Explainer explainer = hand_made_explainer();
  explainer.shown_with[0].noise = 0.5;
  explainer.model.noise_variance = Eigen::VectorXd::Constant(1, 1.0);  // (2·0.5)²
  const RowsSummary summary = explain_rows(explainer, table, nullptr, {}).value();
  EXPECT_NEAR(summary.after[0], std::sqrt((0.04 + 1.7 * 1.7 + 1.44) / 3 + 1), 1e-12);
  EXPECT_GT(summary.helped[0], 0.3);
  EXPECT_LT(summary.helped[0], 1);
}

TEST(ExplainRows, WhatWasNotThereWhenTheFactsWereChosenIsMarked) {
  data::MemoryTable table = table_of({11, 12.5, 7.9, 10, 10}, {100, 100, 100, 100, 200},
                                     {"Oslo", "Oslo", "Rome", "Rome", "Turku"});  // p may lie anywhere
  WrittenRows written;
  const RowsSummary summary = explain_rows(hand_made_explainer(), table, &written, {}).value();
  EXPECT_EQ(written.texts[kMarks], (Names{"", "outside", "unseen outside", "unseen", ""}));
  EXPECT_EQ(summary.outside, 2);
  EXPECT_EQ(summary.unseen, 2);
  EXPECT_NEAR(written.numbers[kOfCity][3], -3 * (0 - 0.6), 1e-12);  // none of the levels there were
}

TEST(ExplainRows, AMissingCellIsRefusedOrItsRowDropped) {
  data::MemoryTable table = table_of({11, kMissing, 9}, {107, 103, 104}, {"Oslo", "Turku", "Oslo"});
  Explainer explainer = hand_made_explainer();
  const auto refused = explain_rows(explainer, table, nullptr, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::kMissingCell);
  EXPECT_EQ(refused.error().subject.row, 1);
  explainer.drop_missing = true;
  WrittenRows written;
  const RowsSummary summary = explain_rows(explainer, table, &written, {}).value();
  EXPECT_EQ(summary.dropped, 1);
  EXPECT_EQ(written.numbers[kRow], (Numbers{0, 2}));
}

TEST(ExplainRows, ANegativeWeightIsRefused) {
  data::MemoryTable table = three_rows();
  table.add("w", Numbers{1, 1, -2});
  Explainer explainer = hand_made_explainer();
  explainer.weight = "w";
  const auto refused = explain_rows(explainer, table, nullptr, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::kUnfitColumn);
  EXPECT_EQ(refused.error().subject.row, 2);
}

TEST(ExplainRows, WithoutARowThatCountsThereIsNothingToSay) {
  data::MemoryTable table = three_rows();
  table.add("w", Numbers{0, 0, 0});
  Explainer explainer = hand_made_explainer();
  explainer.weight = "w";
  const auto refused = explain_rows(explainer, table, nullptr, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::kTooFewRows);
  EXPECT_EQ(refused.error().subject.file, "table");
}

TEST(ExplainRows, RowsOfAllBlocksAreWrittenInOrder) {
  constexpr std::size_t kRows = 5000;
  Numbers a(kRows);
  for (std::size_t i = 0; i < kRows; ++i) a[i] = 8 + static_cast<double>(i) * 4 / kRows;
  data::MemoryTable table = table_of(a, Numbers(kRows, 104), Names(kRows, "Oslo"), 999);
  WrittenRows written;
  ASSERT_TRUE(explain_rows(hand_made_explainer(), table, &written, {}).ok());
  ASSERT_EQ(written.numbers[kRow].size(), kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    EXPECT_EQ(written.numbers[kRow][i], static_cast<double>(i));
    EXPECT_NEAR(written.numbers[kOfA][i], 2 * (a[i] - 10.5), 1e-12);
  }
}

TEST(ExplainRows, OfDrawsASingleOneIsOff) {
  Explainer explainer = hand_made_explainer();
  explainer.predictions = {"mean(p, p2)"};
  explainer.expressions = {"mean(p, p2)"};
  explainer.numbers = {{"a", 10, 8, 12}, {"mean(p, p2)", 100, 0, 1}, {"p", 50, 0, 1}, {"p2", 70, 0, 1}};
  explainer.texts.clear();
  explainer.facts.pop_back();
  explainer.columns = {0};
  explainer.fact_of = {0};
  explainer.shown_with.resize(1);
  explainer.beta = Eigen::MatrixXd::Constant(1, 1, 2);
  explainer.column_expected = Eigen::MatrixXd::Zero(4, 1);
  explainer.draws = {2, 3};
  data::MemoryTable table = three_rows();
  table.add("p2", Numbers{109, 103.5, 98});  // means 108, 103.5, 101; half apart 1, 0, 3
  WrittenRows written;
  const RowsSummary summary = explain_rows(explainer, table, &written, {}).value();
  EXPECT_NEAR(summary.before[0], std::sqrt((16 + 1 + 0.25 + 9 + 9) / 3), 1e-12);
  EXPECT_NEAR(summary.after[0], std::sqrt((9 + 1 + 0.25 + 0 + 9) / 3), 1e-12);
  EXPECT_EQ(written.texts.back(), Names(3, ""));  // draws are no facts: they may lie anywhere
}

TEST(ExplainRows, AFullDiskAndACancelAreToldOf) {
  data::MemoryTable table = three_rows();
  WrittenRows full;
  full.broken = true;
  const auto unwritten = explain_rows(hand_made_explainer(), table, &full, {});
  ASSERT_FALSE(unwritten.ok());
  EXPECT_EQ(unwritten.error().subject.file, "out.csv");
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const auto stopped = explain_rows(hand_made_explainer(), table, nullptr, control);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::explain::explain_rows_test
