#include "explainee/base/number_of_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace explainee::base {
namespace {

TEST(NumberOfText, TakesTheWholeText) {
  EXPECT_EQ(number_of_text<double>("-1.5e3"), -1500.0);
  EXPECT_EQ(number_of_text<int>("12"), 12);
  for (const char* text : {"", " 1", "1 ", "1x", "x", "+1", "1,5", "nan", "--1"}) {
    EXPECT_FALSE(number_of_text<double>(text)) << text;
  }
  EXPECT_FALSE(number_of_text<int>("1.5"));
  EXPECT_FALSE(number_of_text<int>("99999999999"));
  EXPECT_TRUE(std::isinf(number_of_text<double>("inf").value()));
}

}  // namespace
}  // namespace explainee::base
