#include "explainee/base/errors/edit_distance.h"

#include <gtest/gtest.h>

namespace explainee::base {
namespace {

TEST(EditDistance, CountsChangesAndIgnoresCase) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "bmi"), 3U);
  EXPECT_EQ(edit_distance("BMI", "bmi"), 0U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3U);
  EXPECT_EQ(edit_distance("hwo", "who"), 1U);
  EXPECT_EQ(edit_distance("Hieght", "height"), 1U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // not 2: an exchanged pair is not changed again
}

}  // namespace
}  // namespace explainee::base
