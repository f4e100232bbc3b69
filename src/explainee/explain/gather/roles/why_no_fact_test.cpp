#include "explainee/explain/gather/roles/why_no_fact.h"

#include <gtest/gtest.h>

namespace explainee::explain::why_no_fact_test {
namespace {

TEST(Categories, HaveTwentyRowsForEachLevel) {
  EXPECT_EQ(why_no_category(3, 60), "");
  EXPECT_EQ(why_no_category(3, 59), "it has 3 different texts in 59 rows");
  EXPECT_EQ(why_no_category(0, 0), "");
}

TEST(Categories, NumbersWithCommasAreRecognised) {
  EXPECT_TRUE(looks_like_decimal_commas({"-3,25", "0,5", "12,0"}));
  EXPECT_FALSE(looks_like_decimal_commas({"0,5", "12,0"}));  // two texts may be anything
  for (const char* other : {"12", "1,2,3", ",5", "-,5", "5,", "1.5", "a,5", "5,a", "--1,5", ""})
    EXPECT_FALSE(looks_like_decimal_commas({other, other, "1,5"})) << other;
}

TEST(Categories, FourOfFiveLevelsWithACommaAreEnough) {
  std::vector<std::string> levels = {"1,5", "2,5", "3,5", "4,5", "none"};
  EXPECT_TRUE(looks_like_decimal_commas(levels));
  levels.emplace_back("unknown");
  EXPECT_FALSE(looks_like_decimal_commas(levels));
}

TEST(WhyNoFact, NamesOfOutcomesAreSuspectWhateverTheirCase) {
  for (const char* name : {"y", "Target", "ID", "row"}) {
    data::Column column;
    column.name = name;
    EXPECT_TRUE(why_suspect(column).has_value()) << name;
    column.name += "s";
    EXPECT_FALSE(why_suspect(column).has_value()) << name;
  }
  data::Column dates{"when"};
  dates.unreadable = "dates";
  EXPECT_EQ(why_suspect(dates), base::Message("it holds dates, neither numbers nor text"));
}
}  // namespace
}  // namespace explainee::explain::why_no_fact_test
