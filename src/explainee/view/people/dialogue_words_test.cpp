#include "explainee/view/people/dialogue_words.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::dialogue_words_test {
namespace {

using dialogue::Ending;
using dialogue::Reply;
using testing::says;

std::string ending_of(const dialogue::Standing& standing) {
  std::string text;
  for (const std::string& sentence : ending_sentences(standing)) text += sentence + " ";
  return text;
}

TEST(CaseView, ValuesAreAsPeopleKnowThem) {
  dialogue::Case shown;
  shown.values = {{"b", 5.298317366548036, ""}, {"p", 7, ""}, {"town", {}, "Os\033lo"}};
  const CaseView view = case_view(shown, testing::make_names());
  ASSERT_EQ(view.values.size(), 3U);
  EXPECT_EQ(view.values[0].label, "triglycerides");
  EXPECT_EQ(view.values[0].value, "200 mg/dl");
  EXPECT_EQ(view.values[1].value, "7 points");
  EXPECT_EQ(view.values[2].label, "town");
  EXPECT_EQ(view.values[2].value, "Os\\u{1b}lo");  // no cell moves the cursor
}

TEST(CountText, AnswersAndWhatWasPassedOverAreCountedApart) {
  dialogue::DialogueState state;
  EXPECT_TRUE(says(count_text(state), "0 answers"));
  state.turns = {{1, Reply::kAnswered, 5}, {2, Reply::kSkipped, 0}, {3, Reply::kAnswered, 6}, {4, Reply::kUnknown, 0}};
  testing::expect_in_order(count_text(state), {"2 answers", "2 cases"});
  state.turns.resize(2);
  testing::expect_in_order(count_text(state), {"1 answer", "1 case"});
  EXPECT_FALSE(says(count_text(state), "1 answers"));
}

TEST(SurenessText, IsNeverQuiteCertain) {
  dialogue::Standing standing;
  standing.probability_best = 0.62;
  EXPECT_TRUE(says(sureness_text(standing), "62 %"));
  standing.probability_best = 1;
  EXPECT_FALSE(says(sureness_text(standing), "100 %"));
}

TEST(EndingSentences, EveryEndingHasItsOwnReason) {
  std::set<std::string> texts;
  dialogue::Standing standing;
  standing.answers = 4;
  for (const Ending ending : {Ending::kNone, Ending::kNothingToTell, Ending::kSettled, Ending::kUnmoved, Ending::kMost,
                              Ending::kPassedOver, Ending::kAllAsked}) {
    standing.ending = ending;
    texts.insert(ending_of(standing));
  }
  EXPECT_EQ(texts.size(), 7U);
  EXPECT_TRUE(texts.contains(""));  // where it does not end there is no reason
}

TEST(EndingSentences, WithoutAnswersTheySayHowSureTheFactsAre) {
  dialogue::Standing standing;
  standing.ending = Ending::kPassedOver;
  standing.probability_best = 0.41;
  standing.expected_loss_share = 0.07;
  EXPECT_TRUE(says(ending_of(standing), "41 %")) << ending_of(standing);
  EXPECT_TRUE(says(ending_of(standing), "7 %")) << ending_of(standing);
  standing.answers = 1;  // then the explanation says it
  EXPECT_FALSE(says(ending_of(standing), "41 %"));
}

TEST(EndingSentences, OddAnswersAreSaidToBeSo) {
  dialogue::Standing standing;
  standing.ending = Ending::kSettled;
  standing.answers = 4;
  const std::size_t usual = ending_sentences(standing).size();
  for (const person::Oddity oddity : {person::Oddity::kConstant, person::Oddity::kFollowsNone}) {
    standing.oddity = oddity;
    EXPECT_EQ(ending_sentences(standing).size(), usual + 1);
  }
}

}  // namespace
}  // namespace explainee::view::dialogue_words_test
