#include "explainee/request/records/words.h"

#include <gtest/gtest.h>

#include "explainee/request/records/records.h"

namespace explainee::request {
namespace {

TEST(Words, StandInTheOrderOfTheValues) {
  EXPECT_EQ(word_of(Method::kExact), "exact");
  EXPECT_EQ(word_of(Method::kLasso), "lasso");
  EXPECT_EQ(word_of(Missing::kDrop), "drop");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(position_of("a|bc|d", word_at("a|bc|d", i)), i);
  EXPECT_EQ(position_of(kWords<Metric>, "all"), static_cast<std::size_t>(Metric::kAll));
}

TEST(Words, AreWhatARecordLetsOneChoose) {
  EXPECT_EQ(find_record(explain_records(), "method")->choices, "exact|greedy|lasso");
  EXPECT_EQ(find_record(score_records(), "method")->choices, "exact|greedy");
  EXPECT_EQ(find_record(explain_records(), "missing")->choices, "error|drop");
  EXPECT_EQ(find_record(explain_records(), "label")->choices, "");
  EXPECT_EQ(words_to(Scale::kPlain), "plain");
}

}  // namespace
}  // namespace explainee::request
