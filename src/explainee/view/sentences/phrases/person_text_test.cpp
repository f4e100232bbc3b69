#include "explainee/view/sentences/phrases/person_text.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::person_text_test {
namespace {

using person::Way;

std::string person_of(std::vector<explain::SummaryEntry> summary, const PlainNames& names = {}) {
  explain::Explanation e;
  e.summary = std::move(summary);
  return person_text(e, names);
}

TEST(PersonText, NamesAllThatAPersonHasPlainly) {
  const std::string text =
      person_of({{"a", Way::kKnows, {}}, {"b", Way::kKnows, {}}, {"p", Way::kTold, {}}}, testing::make_names());
  testing::expect_in_order(text, {"a", "triglycerides", "risk <score>"});
}

TEST(PersonText, EachWayOfHavingIsSaidInItsOwnWords) {
  std::set<std::string> texts;
  for (const Way way : {Way::kKnows, Way::kTold, Way::kUnderstands, Way::kGuesses, Way::kSees}) {
    const std::string text = person_of({{"age", way, {}}});
    EXPECT_TRUE(testing::says(text, "age")) << text;
    texts.insert(text);
  }
  texts.insert(person_of({{"reasons from age", Way::kReasons, {"age"}}}));
  texts.insert(person_of({{"answer", Way::kAnswered, {}}}));
  texts.insert(person_of({}));
  EXPECT_EQ(texts.size(), 8U);
}

TEST(PersonText, WhatAPersonReasonsFromIsSaidOnceForSeveralPredictions) {
  const std::string text = person_of(
      {{"reasons from a, b to p", Way::kReasons, {"a", "b"}}, {"reasons from a, b to q", Way::kReasons, {"a", "b"}}},
      testing::make_names());
  const std::size_t at = text.find("triglycerides");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_EQ(text.find("triglycerides", at + 1), std::string::npos) << text;
}

TEST(PersonText, AnsweredRowsAreTheseRowsWhereNoOthersAreAtHand) {
  explain::Explanation e;
  e.summary = {{"answer", Way::kAnswered, {}}};
  const std::string alone = person_text(e, {});
  e.answers.emplace();
  EXPECT_NE(person_text(e, {}), alone);
}

}  // namespace
}  // namespace explainee::view::person_text_test
