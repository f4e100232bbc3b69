#include "explainee/family/candidate.h"

#include <gtest/gtest.h>

namespace explainee::family {
namespace {

TEST(Candidate, APlainColumnIsItsOwnSource) {
  const Candidate number = plain_column("bmi", 2, false);
  EXPECT_EQ(number.sources, std::vector<std::string>{"bmi"});
  EXPECT_FALSE(number.block);
  EXPECT_TRUE(plain_column("city", 3, true).block);
}

}  // namespace
}  // namespace explainee::family
