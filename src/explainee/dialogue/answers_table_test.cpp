#include "explainee/dialogue/answers_table.h"

#include <gtest/gtest.h>

#include "explainee/base/errors/speech.h"
#include "explainee/data/memory_table.h"

namespace explainee::dialogue {
namespace {

/// Keeps what is written, to be read again.
class MemorySink final : public data::TableSink {
 public:
  explicit MemorySink(std::vector<data::Column> columns) : columns_(std::move(columns)) {}
  base::Result<void> write(std::span<const data::ColumnView> columns) override {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns_[i].type == data::ColumnType::kNumber) {
        table.add(columns_[i].name, std::vector<double>(columns[i].numbers.begin(), columns[i].numbers.end()));
      } else {
        table.add(columns_[i].name, std::vector<std::string>(columns[i].texts.begin(), columns[i].texts.end()));
      }
    }
    return {};
  }
  base::Result<void> finish() override {
    finished = true;
    return {};
  }
  data::MemoryTable table;
  bool finished = false;

 private:
  std::vector<data::Column> columns_;
};

void expect_round_trip(const DialogueState& state, const std::vector<std::string>& words) {
  MemorySink sink(answers_columns(!words.empty()));
  ASSERT_TRUE(write_answers(state, words, sink).ok());
  EXPECT_TRUE(sink.finished);
  const auto read = read_dialogue(sink.table, words);
  ASSERT_TRUE(read.ok()) << base::text(read.error(), base::command_line());
  EXPECT_EQ(read.value(), state);
}

TEST(AnswersTable, WhatIsWrittenIsReadAgain) {
  expect_round_trip({{"bmi", "a;b"}, {{5, Reply::kAnswered, 110.1}, {3, Reply::kSkipped, 0}, {9, Reply::kUnknown, 0}}},
                    {});
  expect_round_trip({{}, {{5, Reply::kAnswered, 2}, {3, Reply::kSkipped, 0}, {5, Reply::kAnswered, 0}}},
                    {"low", "middle", "high"});
}

TEST(AnswersTable, PlainAnswersAreEnough) {
  data::MemoryTable table;
  table.add("answer", std::vector<double>{1.5, 2});
  table.add("row", std::vector<double>{7, 0});
  EXPECT_EQ(read_dialogue(table, {}).value(),
            (DialogueState{{}, {{7, Reply::kAnswered, 1.5}, {0, Reply::kAnswered, 2}}}));
}

std::string complaint(std::vector<double> rows, std::vector<std::string> answers, std::vector<std::string> said,
                      const std::vector<std::string>& words) {
  data::MemoryTable table;
  table.add("row", std::move(rows));
  table.add("answer", std::move(answers));
  table.add("said", std::move(said));
  const auto read = read_dialogue(table, words);
  return read.ok() ? "" : base::text(read.error(), base::command_line());
}

TEST(AnswersTable, NamesTheRowThatIsWrong) {
  const std::vector<std::string> words = {"low", "high"};
  EXPECT_EQ(complaint({1, 2}, {"low", ""}, {"answered", "skipped"}, words), "");
  EXPECT_EQ(complaint({1, 2}, {"low", "hi"}, {"", ""}, words),
            "table, row 1 (counting from 0): the answer 'hi' is none of the words low, high");
  EXPECT_NE(complaint({1, 2}, {"low", ""}, {"", ""}, words).find("the answer is missing"), std::string::npos);
  EXPECT_NE(complaint({1.5}, {"low"}, {""}, words).find("is no row number"), std::string::npos);
  EXPECT_NE(complaint({1}, {"low"}, {"perhaps"}, words).find("'perhaps' is none of"), std::string::npos);
  EXPECT_NE(complaint({1}, {"low"}, {""}, {}).find("--answer-words"), std::string::npos);
  data::MemoryTable other;
  other.add("row", std::vector<double>{1});
  other.add("answer", std::vector<double>{1});
  other.add("noise", std::vector<double>{1});
  EXPECT_NE(base::text(read_dialogue(other, {}).error().message, base::command_line()).find("'noise'"),
            std::string::npos);
}

}  // namespace
}  // namespace explainee::dialogue
