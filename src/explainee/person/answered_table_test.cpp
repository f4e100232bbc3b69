#include "explainee/person/answered_table.h"

#include <gtest/gtest.h>

#include "explainee/base/errors/speech.h"

namespace explainee::person {
namespace {

data::MemoryTable rows() {
  data::MemoryTable table(2);
  table.add("a", std::vector<double>{10, 11, 12, 13, 14});
  table.add("t", std::vector<std::string>{"p", "q", "r", "s", "t"});
  return table;
}

TEST(AnsweredTable, PicksTheAnsweredRowsRepeatsIncluded) {
  data::MemoryTable asked;
  asked.add("answer", std::vector<double>{5, 6, 7});
  asked.add("row", std::vector<double>{3, 1, 3});
  data::MemoryTable table = rows();
  const std::vector<Answer> answers = read_answers(asked).value();
  const auto answered = AnsweredTable::make(table, answers, asked, {}).value();
  EXPECT_EQ(answered->kept().rows(), 3);
  EXPECT_EQ(answered->kept().numbers(0), (std::vector<double>{11, 13, 13}));
  EXPECT_EQ(answered->kept().numbers(2), (std::vector<double>{6, 5, 7}));
  EXPECT_EQ(answered->position_of(3), 1);
  EXPECT_EQ(answered->position_of(2), std::nullopt);
  EXPECT_EQ(base::command_line().place(answered->where(2)), "table, row 3 (counting from 0)");
}

TEST(AnsweredTable, WhatWasSkippedInADialogueIsNoAnswer) {
  data::MemoryTable kept;
  kept.add("row", std::vector<double>{4, 0, 2});
  kept.add("answer", std::vector<std::string>{"low", "", "high"});
  kept.add("said", std::vector<std::string>{"answered", "skipped", "answered"});
  const std::vector<Answer> answers = read_answers(kept, {"low", "high"}).value();
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].row, 2);
  EXPECT_GT(answers[0].value, answers[1].value);
}

TEST(AnsweredTable, MistakesAreNamed) {
  data::MemoryTable table = rows();
  data::MemoryTable beyond;
  beyond.add("row", std::vector<double>{1, 5});
  beyond.add("answer", std::vector<double>{1, 2});
  const auto answers = read_answers(beyond).value();
  const base::Error error = AnsweredTable::make(table, answers, beyond, {}).error();
  EXPECT_NE(base::text(error.message, base::command_line()).find("row 5"), std::string::npos);
  EXPECT_EQ(base::command_line().place(error.subject), "table, row 1 (counting from 0)");
  data::MemoryTable no_answer;
  no_answer.add("row", std::vector<double>{1});
  EXPECT_NE(base::text(read_answers(no_answer).error().message, base::command_line()).find("'answer'"),
            std::string::npos);
  data::MemoryTable half;
  half.add("row", std::vector<double>{0.5});
  half.add("answer", std::vector<double>{1});
  EXPECT_FALSE(read_answers(half).ok());
  data::MemoryTable two;
  two.add("row", std::vector<double>{0, 1});
  two.add("answer", std::vector<double>{0, 1});
  two.add("user", std::vector<std::string>{"ann", "bob"});
  EXPECT_NE(base::text(read_answers(two).error().message, base::command_line()).find("2 users"), std::string::npos);
}

}  // namespace
}  // namespace explainee::person
