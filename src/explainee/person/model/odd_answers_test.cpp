#include "explainee/person/model/odd_answers.h"

#include <gtest/gtest.h>

namespace explainee::person {
namespace {

AnsweredRows answers(const std::vector<double>& rows, const std::vector<double>& said) {
  AnsweredRows result;
  result.rows.resize(static_cast<Eigen::Index>(rows.size()), 1);
  result.answers.resize(static_cast<Eigen::Index>(said.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result.rows(static_cast<Eigen::Index>(i), 0) = rows[i];
    result.answers[static_cast<Eigen::Index>(i)] = said[i];
  }
  return result;
}

constexpr LinearReading kGood{0.9, 1.0};
constexpr LinearReading kNoReading{0.1, 0.02};

TEST(OddAnswers, TheSameEachTimeFromThreeOn) {
  EXPECT_EQ(find_oddity(answers({1, 2}, {5, 5}), kGood), Oddity::kNone);
  EXPECT_EQ(find_oddity(answers({1, 2, 3}, {5, 5, 5}), kGood), Oddity::kConstant);
  EXPECT_EQ(find_oddity(answers({1, 2, 3}, {5, 5, 6}), kGood), Oddity::kNone);
}

TEST(OddAnswers, OneRowAnsweredDifferently) {
  EXPECT_EQ(find_oddity(answers({1, 1, 1, 1}, {10, 300, 10, 300}), kGood), Oddity::kContradictory);
  EXPECT_EQ(find_oddity(answers({1, 1, 2, 2}, {10, 300, 300, 10}), kGood), Oddity::kContradictory);
  EXPECT_EQ(find_oddity(answers({1, 1, 2, 2}, {10, 11, 300, 301}), kGood), Oddity::kNone);
  EXPECT_EQ(find_oddity(answers({1, 1, 2, 3}, {10, 300, 100, 200}), kGood), Oddity::kNone);  // one slip
  EXPECT_EQ(find_oddity(answers({1, 1, 2, 2}, {1e300, -1e300, -1e300, 1e300}), kGood), Oddity::kContradictory);
}

TEST(OddAnswers, FromFiveOnThoseThatNoMapExplains) {
  EXPECT_EQ(find_oddity(answers({1, 2, 3, 4}, {5, 1, 6, 2}), kNoReading), Oddity::kNone);
  EXPECT_EQ(find_oddity(answers({1, 2, 3, 4, 5}, {5, 1, 6, 2, 9}), kNoReading), Oddity::kFollowsNone);
  EXPECT_EQ(find_oddity(answers({1, 2, 3, 4, 5}, {5, 1, 6, 2, 9}), kGood), Oddity::kNone);
  EXPECT_EQ(find_oddity(answers({}, {}), kNoReading), Oddity::kNone);
}

}  // namespace
}  // namespace explainee::person
