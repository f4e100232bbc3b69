#include "explainee/base/errors/edit_distance.h"

#include <gtest/gtest.h>

#include <vector>

namespace explainee::base {
namespace {

TEST(EditDistance, CountsChangesAndIgnoresCase) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "bmi"), 3U);
  EXPECT_EQ(edit_distance("BMI", "bmi"), 0U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3U);
}

TEST(EditDistance, TheNearestOfEqualsIsTheFirst) {
  const std::vector<std::string> names = {"told", "knows", "known"};
  EXPECT_EQ(nearest("nows", names), "knows");
  EXPECT_EQ(nearest("know", names), "knows");
  EXPECT_EQ(nearest("within_bits", names), "");
  EXPECT_EQ(nearest("know", {}), "");
}

}  // namespace
}  // namespace explainee::base
