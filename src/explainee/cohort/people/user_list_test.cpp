#include "explainee/cohort/people/user_list.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/data/memory_table.h"

namespace explainee::cohort::user_list_test {
namespace {

using Texts = std::vector<std::string>;
using Numbers = std::vector<double>;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// All people of one pass, so many at a time.
UserBatch all_people(UserList& list, std::size_t at_once) {
  UserBatch all;
  EXPECT_TRUE(list.start().ok());
  while (true) {
    const auto read = list.next(at_once);
    EXPECT_TRUE(read.ok());
    if (!read.ok() || read.value().size() == 0) return all;
    const UserBatch& batch = read.value();
    EXPECT_LE(batch.size(), at_once);
    EXPECT_EQ(batch.first, static_cast<std::int64_t>(all.size()));
    all.names.insert(all.names.end(), batch.names.begin(), batch.names.end());
    all.has.insert(all.has.end(), batch.has.begin(), batch.has.end());
    all.noise.insert(all.noise.end(), batch.noise.begin(), batch.noise.end());
    all.answers.insert(all.answers.end(), batch.answers.begin(), batch.answers.end());
    const Eigen::Index before = all.weights.cols();
    all.weights.conservativeResize(batch.weights.rows(), before + batch.weights.cols());
    if (batch.weights.cols() > 0) all.weights.rightCols(batch.weights.cols()) = batch.weights;
  }
}

base::Error refusal(data::MemoryTable& table, const Texts& words = {}) {
  const auto opened = UserList::open(table, words);
  EXPECT_FALSE(opened.ok());
  return opened.ok() ? base::Error() : opened.error();
}

TEST(UserList, BatchesOfAnySizeGiveTheSamePeople) {
  for (const std::size_t of_table : {1U, 2U, 7U, 100U}) {
    for (const std::size_t at_once : {1U, 3U, 8U, 50U}) {
      data::MemoryTable table(of_table);
      Texts names;
      Texts lists;
      for (int i = 0; i < 17; ++i) {
        names.push_back("u" + std::to_string(i));
        lists.push_back(i % 3 == 0 ? "" : "a;b" + std::to_string(i));
      }
      table.add("knows", lists);
      table.add("user", names);
      UserList list = UserList::open(table).value();
      EXPECT_EQ(list.kind(), UserKind::kKnows);
      for (int pass = 0; pass < 2; ++pass) {  // a pass can be begun again
        const UserBatch all = all_people(list, at_once);
        EXPECT_EQ(all.names, names);
        EXPECT_EQ(all.has, lists);
      }
    }
  }
}

TEST(UserList, WeightsAreAColumnPerPersonAndNoiseIsNoneWithoutAColumn) {
  for (const bool noisy : {false, true}) {
    data::MemoryTable table(2);
    table.add("w:bmi", Numbers{1, 2, 3});
    table.add("user", Numbers{7, 8.5, 9});
    if (noisy) table.add("noise", Numbers{0, 0.25, 4});
    table.add("w:bp", Numbers{-1, 0, 5});
    UserList list = UserList::open(table).value();
    EXPECT_EQ(list.kind(), UserKind::kWeights);
    EXPECT_EQ(list.weighted(), (Texts{"bmi", "bp"}));
    Eigen::MatrixXd weights(2, 3);
    weights << 1, 2, 3, -1, 0, 5;
    for (const std::size_t at_once : {1U, 2U, 5U}) {
      const UserBatch all = all_people(list, at_once);
      EXPECT_EQ(all.names, (Texts{"7", "8.5", "9"}));
      EXPECT_EQ(all.weights, weights);
      EXPECT_EQ(all.noise, noisy ? (Numbers{0, 0.25, 4}) : (Numbers{0, 0, 0}));
    }
  }
}

TEST(UserList, AnswersAreGroupedByPersonInTheOrderOfTheirFirstAnswers) {
  data::MemoryTable table(2);
  table.add("user", Texts{"bo", "ann", "bo", "ann", "cy"});
  table.add("row", Numbers{9, 4, 2, 1, 4});
  table.add("answer", Numbers{1, 2, 3, 4, 5});
  UserList list = UserList::open(table).value();
  EXPECT_EQ(list.kind(), UserKind::kAnswers);
  const UserBatch all = all_people(list, 2);
  EXPECT_EQ(all.names, (Texts{"bo", "ann", "cy"}));
  ASSERT_EQ(all.answers[0].size(), 2U);
  EXPECT_EQ(all.answers[0][0].row, 2);  // in the order of rows
  EXPECT_EQ(all.answers[0][0].value, 3);
  EXPECT_EQ(all.answers[0][1].value, 1);
  std::vector<std::int64_t> rows;
  for (const person::Answer& answer : list.all_answers()) rows.push_back(answer.row);
  EXPECT_EQ(rows, (std::vector<std::int64_t>{1, 2, 4, 4, 9}));
}

TEST(UserList, ASummaryIsAListOfColumnsToo) {
  data::MemoryTable table;
  table.add("user", Texts{"ann"});
  table.add("summary", Texts{"u;v"});
  UserList list = UserList::open(table).value();
  EXPECT_EQ(list.kind(), UserKind::kSummary);
  EXPECT_EQ(all_people(list, 5).has, Texts{"u;v"});
}

TEST(UserList, ATableMustSayExactlyOneThingAboutPeople) {
  data::MemoryTable nameless;
  nameless.add("knows", Texts{"a"});
  EXPECT_EQ(refusal(nameless).code, base::ErrorCode::kMalformedTable);
  EXPECT_EQ(refusal(nameless).subject.file, "table");
  data::MemoryTable silent;
  silent.add("user", Texts{"ann"});
  silent.add("noise", Numbers{1});
  EXPECT_EQ(refusal(silent).code, base::ErrorCode::kMalformedTable);
  data::MemoryTable both;
  both.add("user", Texts{"ann"});
  both.add("knows", Texts{"a"});
  both.add("w:b", Numbers{1});
  EXPECT_EQ(refusal(both).code, base::ErrorCode::kMalformedTable);
  EXPECT_NE(base::text(refusal(both), base::command_line()).find("exactly one"), std::string::npos);
}

TEST(UserList, ColumnsMustBeOfTheirKind) {
  data::MemoryTable words;
  words.add("user", Texts{"ann"});
  words.add("w:b", Texts{"high"});
  EXPECT_EQ(refusal(words).code, base::ErrorCode::kNotANumber);
  EXPECT_NE(base::text(refusal(words), base::command_line()).find("'w:b'"), std::string::npos);
  data::MemoryTable numbers;
  numbers.add("user", Texts{"ann"});
  numbers.add("knows", Numbers{3});
  EXPECT_EQ(refusal(numbers).code, base::ErrorCode::kMalformedTable);
  data::MemoryTable noise;
  noise.add("user", Texts{"ann"});
  noise.add("w:b", Numbers{1});
  noise.add("noise", Texts{"low"});
  EXPECT_EQ(refusal(noise).code, base::ErrorCode::kNotANumber);
}

TEST(UserList, WordsAreForPeopleWhoAnswered) {
  data::MemoryTable table;
  table.add("user", Texts{"ann"});
  table.add("knows", Texts{"a"});
  const base::Error error = refusal(table, {"low", "high"});
  EXPECT_EQ(error.code, base::ErrorCode::kBadOption);
  EXPECT_EQ(error.subject.option.name, "answer-words");
  EXPECT_EQ(error.subject.file, "table");
}

TEST(UserList, ACellThatIsMissingIsNamedByItsRow) {
  struct Case {
    Texts users;
    Numbers weights;
    Numbers noise;
    const char* says;
  };
  const std::vector<Case> cases = {{{"a", "b", ""}, {1, 2, 3}, {0, 0, 0}, "'user'"},
                                   {{"a", "b", "c"}, {1, 2, kMissing}, {0, 0, 0}, "w:bmi"},
                                   {{"a", "b", "c"}, {1, 2, 3}, {0, 0, -1}, "'noise'"},
                                   {{"a", "b", "c"}, {1, 2, 3}, {0, 0, kMissing}, "'noise'"}};
  for (const Case& one : cases) {
    data::MemoryTable table(2);
    table.add("user", one.users);
    table.add("w:bmi", one.weights);
    table.add("noise", one.noise);
    UserList list = UserList::open(table).value();
    ASSERT_TRUE(list.start().ok());
    const auto read = list.next(10);
    ASSERT_FALSE(read.ok()) << one.says;
    EXPECT_EQ(read.error().code, base::ErrorCode::kMissingCell);
    EXPECT_EQ(read.error().subject.row, 2);
    EXPECT_NE(base::text(read.error(), base::command_line()).find(one.says), std::string::npos);
  }
}

}  // namespace
}  // namespace explainee::cohort::user_list_test
