#include "explainee/explain/asking/ask_model.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/explain/asking/command_model.h"
#include "explainee/explain/asking/csv_text.h"

namespace explainee::explain::ask_model_test {
namespace {

/// Two numbers and a text; the model is 2a + 3 for "Rome, old" and 2a otherwise.
PredictedRows towns() {
  base::Random random(2);
  PredictedRows real;
  real.columns = {{"a", data::ColumnType::kNumber, {}, {}},
                  {"the \"b\"", data::ColumnType::kNumber, {}, {}},
                  {"town", data::ColumnType::kText, {}, {}}};
  for (int i = 0; i < 60; ++i) {
    real.columns[0].numbers.push_back(random.normal());
    real.columns[1].numbers.push_back(static_cast<double>(random.below(5)));
    real.columns[2].texts.emplace_back(i % 3 == 0 ? "Rome, old" : "Oslo");
    real.predictions.push_back(2 * real.columns[0].numbers.back() + (i % 3 == 0 ? 3 : 0));
  }
  return real;
}

constexpr const char* kModel = "awk -F, 'NR > 1 { printf \"%.17g\\n\", 2 * $1 + (/Rome/ ? 3 : 0) }'";

base::Result<AskedRows> asked(const std::string& command, double seconds = 20) {
  return ask_model(towns(), command_model(command, seconds, {}), {200, 1}, {});
}

TEST(AskModel, ACommandAnswersForDrawnRows) {
  const auto result = asked(kModel);
  ASSERT_TRUE(result.ok());
  const AskedRows& rows = result.value();
  EXPECT_EQ(rows.calls, 2);
  EXPECT_EQ(rows.reproduced, 60U);
  EXPECT_EQ(rows.rows_asked, 260U);
  ASSERT_EQ(rows.rows.predictions.size(), 200U);
  for (std::size_t i = 0; i < 200; ++i) {
    const double own = 2 * rows.rows.columns[0].numbers[i] + (rows.rows.columns[2].texts[i] == "Oslo" ? 0 : 3);
    EXPECT_NEAR(rows.rows.predictions[i], own, 1e-12);
  }
}

TEST(AskModel, AnotherModelThanThatOfTheTableIsRefused) {
  for (const char* command : {"awk -F, 'NR > 1 { printf \"%.17g\\n\", 2 * $1 }'",
                              "awk -F, 'NR > 1 { printf \"%.17g\\n\", 2.0001 * $1 + (/Rome/ ? 3 : 0) }'"}) {
    const auto result = asked(command);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, base::ErrorCode::kUnfitColumn);
  }
  // Nine digits are enough to be the same.
  EXPECT_TRUE(asked("awk -F, 'NR > 1 { printf \"%.9g\\n\", 2 * $1 + (/Rome/ ? 3 : 0) }'").ok());
}

TEST(AskModel, ACommandThatFailsOrPrintsSomethingElseIsRefused) {
  for (const char* command : {"exit 3", "cat > /dev/null; echo no such model >&2; exit 1", "true", "cat",
                              "awk 'NR > 2 { print 1 }'", "awk '{ print 1 }'", "awk 'NR > 1 { print \"one\" }'",
                              "awk 'NR > 1 { print \"inf\" }'", "yes 1", "kill -9 $$", "no_such_command_here"}) {
    SCOPED_TRACE(command);
    const auto result = asked(command);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, base::ErrorCode::kUnfitColumn);
  }
}

TEST(AskModel, ACommandThatNeverEndsIsKilled) {
  const auto before = std::chrono::steady_clock::now();
  const auto result = asked("sleep 30 & sleep 30", 0.3);
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, base::ErrorCode::kUnfitColumn);
}

TEST(AskModel, CanBeCancelled) {
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const auto result = command_model("sleep 30", 20, control)(towns().columns);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, base::ErrorCode::kInterrupted);
}

TEST(AskModel, LongInputAndOutputPassThrough) {
  RowColumns rows = {{"a", data::ColumnType::kNumber, {}, {}}};
  for (int i = 0; i < 200000; ++i) rows[0].numbers.push_back(i / 7.0);
  const auto result = command_model("tail -n +2", 60, {})(rows);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value(), rows[0].numbers);  // to the last bit
}

TEST(CsvText, QuotesWhatWouldBreakALine) {
  const RowColumns rows = {{"a,b", data::ColumnType::kNumber, {1.5, -0.0}, {}},
                           {"t", data::ColumnType::kText, {}, {"say \"no\"", "two\nlines"}}};
  EXPECT_EQ(csv_text(rows), "\"a,b\",t\n1.5,\"say \"\"no\"\"\"\n0,\"two\nlines\"\n");
}

/// A file that somebody had the model fill in.
data::MemoryTable filled(const PredictedRows& rows) {
  RowColumns columns = rows.columns;
  columns.insert(columns.begin() + 1, {"yhat", data::ColumnType::kNumber, rows.predictions, {}});
  return table_of(columns);
}

TEST(ReadAsked, TakesColumnsByNameAndCountsRealRows) {
  const PredictedRows real = towns();
  PredictedRows other = real;
  for (std::size_t i = 10; i < 60; ++i) other.columns[0].numbers[i] += 1e-3;
  data::MemoryTable table = filled(other);
  const auto result = read_asked(real, table, "yhat", {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().reproduced, 10U);
  EXPECT_EQ(result.value().calls, 0);
  EXPECT_EQ(result.value().rows.predictions, real.predictions);
  EXPECT_EQ(result.value().rows.columns[2].texts, real.columns[2].texts);
}

TEST(ReadAsked, RefusesWhatCannotBeOfThisModel) {
  const PredictedRows real = towns();
  const auto refused = [&](const PredictedRows& rows, const char* prediction, base::ErrorCode code) {
    data::MemoryTable table = filled(rows);
    const auto result = read_asked(real, table, prediction, {});
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, code);
  };
  PredictedRows other = real;
  other.predictions[5] += 0.01;
  refused(other, "yhat", base::ErrorCode::kUnfitColumn);
  other = real;
  other.predictions[5] = std::nan("");
  refused(other, "yhat", base::ErrorCode::kMissingCell);
  refused(real, "prediction", base::ErrorCode::kUnknownColumn);
  refused(real, "town", base::ErrorCode::kUnfitColumn);
  other = real;
  other.columns[1].name = "c";
  refused(other, "yhat", base::ErrorCode::kUnknownColumn);
  other = real;
  other.columns[2] = {"town", data::ColumnType::kNumber, real.predictions, {}};
  refused(other, "yhat", base::ErrorCode::kUnfitColumn);
}

}  // namespace
}  // namespace explainee::explain::ask_model_test
