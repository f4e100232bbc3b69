#include "explainee/base/errors/suggestion.h"

#include <gtest/gtest.h>

#include <vector>

namespace explainee::base {
namespace {

TEST(Suggestion, TheNearestOfEqualsIsTheFirst) {
  const std::vector<std::string> names = {"told", "knows", "known"};
  EXPECT_EQ(nearest("nows", names), "knows");
  EXPECT_EQ(nearest("know", names), "knows");
  EXPECT_EQ(nearest("KNOWN", names), "known");
  EXPECT_EQ(nearest("know", {}), "");
}

TEST(Suggestion, AThirdOfTheLettersIsASlip) {
  const std::vector<std::string> names = {"who", "budget"};
  EXPECT_EQ(nearest("hwo", names), "who");
  EXPECT_EQ(nearest("owh", names), "");
  EXPECT_EQ(nearest("bugdte", names), "budget");
  EXPECT_EQ(nearest("budgetary", names), "budget");
  EXPECT_EQ(nearest("bulletin", names), "");
  EXPECT_EQ(nearest("wh", names), "");
}

TEST(Suggestion, TheEndOfASentence) {
  const std::vector<std::string> names = {"told", "knows"};
  EXPECT_EQ(did_you_mean("nows", names), "; did you mean knows?");
  EXPECT_EQ(did_you_mean("nows", names, quoted), "; did you mean 'knows'?");
  EXPECT_EQ(did_you_mean("nows", names, [](const std::string& name) { return "/who/" + name; }),
            "; did you mean /who/knows?");
  EXPECT_EQ(did_you_mean("sparsity", names, quoted), "");
  EXPECT_EQ(did_you_mean(std::vector<std::string>{"a", "b", "c"}), "; did you mean a, b or c?");
  EXPECT_EQ(did_you_mean(std::vector<std::string>()), "");
}

}  // namespace
}  // namespace explainee::base
