#include "explainee/data/dataset/dataset.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/data/testing/counted_table.h"

namespace explainee::data::datasets {
namespace {

constexpr int kRows = 1000;
constexpr std::size_t kMuch = 1 << 20;
constexpr std::size_t kName = 4;  // the column of texts that are all different
constexpr std::size_t kTown = 5;  // that of three towns, some of them missing

std::shared_ptr<const MemoryTable> make_table(std::size_t batch_rows = 64) {
  auto table = std::make_shared<MemoryTable>(batch_rows);
  base::Random random(3);
  for (int column = 0; column < 4; ++column) {
    std::vector<double> values;
    for (int row = 0; row < kRows; ++row) values.push_back(row % 97 == 5 ? std::nan("") : random.normal());
    table->add("x" + std::to_string(column), values);
  }
  std::vector<std::string> names;
  std::vector<std::string> towns;
  for (int row = 0; row < kRows; ++row) {
    names.push_back("person " + std::to_string(row));
    towns.emplace_back(std::vector<const char*>{"", "Rome", "Oslo", "Turku"}[random.below(4)]);
  }
  table->add("name", names);
  table->add("town", towns);
  return table;
}

/// All cells of some columns, by the row; texts as they are, numbers to the last digit.
std::string read_all(TableSource& source, const std::vector<std::size_t>& wanted) {
  std::string text;
  EXPECT_TRUE(source.start(wanted).ok());
  Batch batch;
  std::int64_t row = 0;
  while (true) {
    const auto more = source.next(batch);
    EXPECT_TRUE(more.ok()) << (more.ok() ? "" : base::text(more.error(), base::command_line()));
    if (!more.ok() || !more.value()) return text + std::to_string(row);
    EXPECT_EQ(batch.first_row, row);
    for (std::size_t i = 0; i < batch.rows; ++i, ++row) {
      for (const ColumnView& view : batch.columns)
        text += view.texts.empty() ? fmt::format("{:a},", view.numbers[i]) : std::string(view.texts[i]) + ',';
      text += '\n';
    }
  }
}

std::string read_plain(const MemoryTable& table, const std::vector<std::size_t>& wanted) {
  return read_all(*std::move(table.reader()).value(), wanted);
}

const std::vector<std::vector<std::size_t>> kWanted = {{0}, {3, 1}, {kTown, 2}, {kName, kTown, 0}, {}, {2, 0, 1, 3}};

TEST(Dataset, ATextFileIsReadOnceWhateverIsWantedLater) {
  const auto table = make_table();
  auto log = std::make_shared<CountedTable::Log>();
  const auto dataset = Dataset::make(std::make_unique<CountedTable>(table, log, CountedTable::Nature{}), kMuch);
  EXPECT_EQ(dataset->rows(), -1);
  for (const auto& wanted : kWanted) EXPECT_EQ(read_all(*dataset->cursor(), wanted), read_plain(*table, wanted));
  ASSERT_EQ(log->passes.size(), 1U);
  EXPECT_EQ(log->passes[0].size(), 6U);
  EXPECT_EQ(dataset->passes(), 1);
  EXPECT_EQ(dataset->rows(), kRows);
}

TEST(Dataset, ColumnsOfOtherFilesAreEachReadOnce) {
  const auto table = make_table();
  auto log = std::make_shared<CountedTable::Log>();
  const auto dataset = Dataset::make(
      std::make_unique<CountedTable>(table, log, CountedTable::Nature{.storage = Storage::kColumns}), kMuch);
  for (const auto& wanted : kWanted) EXPECT_EQ(read_all(*dataset->cursor(), wanted), read_plain(*table, wanted));
  const std::vector<std::vector<std::size_t>> expected = {{0}, {1, 3}, {2, kTown}, {kName}};
  EXPECT_EQ(log->passes, expected);
}

TEST(Dataset, NothingIsHeldWithoutMemory) {
  const auto table = make_table();
  auto log = std::make_shared<CountedTable::Log>();
  const auto dataset = Dataset::make(std::make_unique<CountedTable>(table, log, CountedTable::Nature{}), 0);
  for (const auto& wanted : kWanted) EXPECT_EQ(read_all(*dataset->cursor(), wanted), read_plain(*table, wanted));
  EXPECT_EQ(log->passes, kWanted);
  EXPECT_EQ(dataset->passes(), static_cast<std::int64_t>(kWanted.size()));
  EXPECT_EQ(dataset->held_bytes(), 0U);
}

TEST(Dataset, APassThatWasLeftEarlyGoesOnWhereItStopped) {
  const auto table = make_table();
  auto log = std::make_shared<CountedTable::Log>();
  const auto dataset = Dataset::make(std::make_unique<CountedTable>(table, log, CountedTable::Nature{}), kMuch);
  const auto first = dataset->cursor();
  const std::vector<std::size_t> one = {1};
  ASSERT_TRUE(first->start(one).ok());
  Batch batch;
  ASSERT_TRUE(first->next(batch).ok());
  EXPECT_EQ(log->batches, 1);
  EXPECT_EQ(read_all(*dataset->cursor(), {kTown}), read_plain(*table, {kTown}));
  EXPECT_EQ(read_all(*first, {0}), read_plain(*table, {0}));
  EXPECT_EQ(log->passes.size(), 1U);
  EXPECT_EQ(log->batches, (kRows + 63) / 64 + 1);
}

TEST(Dataset, AnEstimateThatDoesNotFitHoldsOnlyWhatIsWantedAndFits) {
  const auto table = make_table();
  auto log = std::make_shared<CountedTable::Log>();
  const auto dataset =
      Dataset::make(std::make_unique<CountedTable>(table, log, CountedTable::Nature{.estimate = kRows}), 3 * 8 * kRows);
  EXPECT_EQ(read_all(*dataset->cursor(), {0, 1}), read_plain(*table, {0, 1}));
  EXPECT_EQ(read_all(*dataset->cursor(), {1, 0}), read_plain(*table, {1, 0}));
  EXPECT_EQ(log->passes.size(), 1U);
  EXPECT_EQ(read_all(*dataset->cursor(), {0, 1, 2, 3}), read_plain(*table, {0, 1, 2, 3}));
  EXPECT_EQ(read_all(*dataset->cursor(), {0, 1, 2, 3}), read_plain(*table, {0, 1, 2, 3}));
  const std::vector<std::vector<std::size_t>> expected = {{0, 1}, {2, 3}, {2, 3}};
  EXPECT_EQ(log->passes, expected);
  EXPECT_LE(dataset->held_bytes(), 3U * 8 * kRows);
}

TEST(Dataset, AWrongEstimateIsFoundOutAndThePassGoesOnFromTheTable) {
  const auto table = make_table();
  for (const std::size_t memory : {std::size_t{2000}, std::size_t{20000}, std::size_t{60000}}) {
    auto log = std::make_shared<CountedTable::Log>();
    const auto dataset = Dataset::make(std::make_unique<CountedTable>(table, log, CountedTable::Nature{}), memory);
    const auto behind = dataset->cursor();
    const std::vector<std::size_t> one = {3};
    ASSERT_TRUE(behind->start(one).ok());
    Batch batch;
    ASSERT_TRUE(behind->next(batch).ok());
    const double second = table->numbers(3)[64];
    EXPECT_EQ(read_all(*dataset->cursor(), {0, kName, 1, 2, 3}), read_plain(*table, {0, kName, 1, 2, 3}));
    ASSERT_TRUE(behind->next(batch).ok());  // what it read from is gone: it finds its row again
    EXPECT_EQ(batch.first_row, 64);
    EXPECT_EQ(batch.columns[0].numbers[0], second);
    EXPECT_LE(dataset->held_bytes(), memory);
    for (int again = 0; again < 3; ++again)
      EXPECT_EQ(read_all(*dataset->cursor(), {0, 1, kName}), read_plain(*table, {0, 1, kName}));
    EXPECT_LE(dataset->held_bytes(), memory);
  }
}

TEST(Dataset, AFaultInAColumnThatNobodyWantsDoesNoHarm) {
  const auto table = make_table();
  auto log = std::make_shared<CountedTable::Log>();
  const auto dataset =
      Dataset::make(std::make_unique<CountedTable>(table, log, CountedTable::Nature{.broken = 2}), kMuch);
  EXPECT_EQ(read_all(*dataset->cursor(), {0, 1}), read_plain(*table, {0, 1}));
  EXPECT_EQ(read_all(*dataset->cursor(), {1, 0}), read_plain(*table, {1, 0}));
  EXPECT_EQ(log->passes.size(), 2U);
  const auto cursor = dataset->cursor();
  const std::vector<std::size_t> broken = {2, 0};
  ASSERT_TRUE(cursor->start(broken).ok());
  Batch batch;
  ASSERT_TRUE(cursor->next(batch).ok());
  ASSERT_TRUE(cursor->next(batch).ok());
  const auto fault = cursor->next(batch);
  ASSERT_FALSE(fault.ok());
  EXPECT_EQ(fault.error().code, base::ErrorCode::kNotANumber);
}

TEST(Dataset, ColumnsOfUnequalLengthSayThatTheTableChanged) {
  const auto table = make_table();
  auto log = std::make_shared<CountedTable::Log>();
  const auto dataset = Dataset::make(
      std::make_unique<CountedTable>(table, log, CountedTable::Nature{.storage = Storage::kColumns, .shorter = 1}),
      kMuch);
  EXPECT_EQ(read_all(*dataset->cursor(), {0}), read_plain(*table, {0}));
  const auto cursor = dataset->cursor();
  const std::vector<std::size_t> both = {0, 1};
  ASSERT_TRUE(cursor->start(both).ok());
  Batch batch;
  base::Result<bool> more = true;
  while (more.ok() && more.value()) more = cursor->next(batch);
  ASSERT_FALSE(more.ok());
  EXPECT_NE(base::text(more.error(), base::command_line()).find("the table changed while it was read"),
            std::string::npos);
}

TEST(Dataset, ManyThreadsReadAtOnceAndTheTableIsReadOnce) {
  const auto table = make_table(17);
  for (const Storage storage : {Storage::kRows, Storage::kColumns, Storage::kMemory}) {
    for (const std::size_t memory : {std::size_t{0}, std::size_t{30000}, kMuch}) {
      auto log = std::make_shared<CountedTable::Log>();
      const auto dataset =
          Dataset::make(std::make_unique<CountedTable>(table, log, CountedTable::Nature{.storage = storage}), memory);
      std::vector<std::string> expected;
      for (const auto& wanted : kWanted) expected.push_back(read_plain(*table, wanted));
      std::vector<std::jthread> threads;
      std::vector<int> right(8, 0);
      for (std::size_t thread = 0; thread < right.size(); ++thread) {
        threads.emplace_back([&, thread] {
          const auto cursor = dataset->cursor();
          for (std::size_t i = 0; i < kWanted.size(); ++i) {
            const std::size_t at = (i + thread) % kWanted.size();
            right[thread] += read_all(*cursor, kWanted[at]) == expected[at] ? 1 : 0;
          }
        });
      }
      threads.clear();
      EXPECT_EQ(right, std::vector<int>(8, static_cast<int>(kWanted.size())));
      if (storage == Storage::kRows && memory == kMuch) {
        EXPECT_EQ(dataset->passes(), 1);
      }
      EXPECT_LE(dataset->held_bytes(), memory);
    }
  }
}

TEST(Dataset, TablesInMemoryAreReadWhereTheyLie) {
  const auto table = make_table();
  const auto dataset = Dataset::borrow(*table);
  const auto cursor = dataset->cursor();
  const std::vector<std::size_t> one = {2};
  ASSERT_TRUE(cursor->start(one).ok());
  Batch batch;
  ASSERT_TRUE(cursor->next(batch).ok());
  EXPECT_EQ(batch.columns[0].numbers.data(), table->numbers(2).data());
  EXPECT_EQ(dataset->rows(), kRows);
  EXPECT_EQ(dataset->held_bytes(), 0U);
}

TEST(KeptResults, TheOldestGoesFirstAndColumnsGoBeforeResults) {
  MemoryBudget budget(10000);
  KeptResults results(budget, 5000);
  const auto number = [](int value) { return std::shared_ptr<const void>(std::make_shared<const int>(value)); };
  results.keep("a", number(1), 2000);
  results.keep("b", number(2), 2000);
  ASSERT_NE(results.find("a"), nullptr);
  results.keep("c", number(3), 2000);
  EXPECT_EQ(results.find("b"), nullptr);
  EXPECT_EQ(*std::static_pointer_cast<const int>(results.find("a")), 1);
  EXPECT_EQ(*std::static_pointer_cast<const int>(results.find("c")), 3);
  results.keep("too large", number(4), 5001);
  EXPECT_EQ(results.find("too large"), nullptr);
  EXPECT_TRUE(budget.take(5000));
  EXPECT_FALSE(budget.take(2000));
  EXPECT_TRUE(results.make_room(2000));
  EXPECT_TRUE(budget.take(2000));
  EXPECT_EQ(results.find("a"), nullptr);
  EXPECT_NE(results.find("c"), nullptr);
  EXPECT_FALSE(results.make_room(9000));
  EXPECT_EQ(results.find("c"), nullptr);
  EXPECT_EQ(budget.used(), 7000U);
}

TEST(Dataset, ResultsAreKeptByTypeAndKey) {
  const auto table = make_table();
  const auto dataset = Dataset::borrow(*table);
  EXPECT_EQ(dataset->find_result<int>("key"), nullptr);
  dataset->keep_result<int>("key", std::make_shared<const int>(7), 4);
  ASSERT_NE(dataset->find_result<int>("key"), nullptr);
  EXPECT_EQ(*dataset->find_result<int>("key"), 7);
  EXPECT_EQ(dataset->find_result<double>("key"), nullptr);
}

}  // namespace
}  // namespace explainee::data::datasets
