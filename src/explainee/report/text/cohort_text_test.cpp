#include "explainee/report/text/cohort_text.h"

#include <gtest/gtest.h>

#include <string>

#include "explainee/view/sentences/sentences.h"

namespace explainee::report::cohort_text_test {
namespace {

view::CohortView with_catalogue() {
  view::CohortView view;
  view.sentences = {"First.", "Second."};
  view.catalogue = {{1, {0.5, "50 %"}, {0.25, "0.25"}, true}, {2, {0.875, "88 %"}, {0.4375, "0.438"}, false}};
  view.items = {{"a, b", "12 people"}, {"c", "1 person"}};
  view.about_catalogue = {"How alike they are."};
  return view;
}

TEST(CohortText, IsItsSentencesALineEachAndTheCautionLast) {
  view::CohortView view;
  view.sentences = {"First.", "Second."};
  EXPECT_EQ(cohort_text(view), std::string("First.\nSecond.\n") + view::kNotCauses + "\n");
}

TEST(CohortText, TheCatalogueHasALinePerSizeAndPerExplanation) {
  const std::string text = cohort_text(with_catalogue());
  EXPECT_NE(text.find("\n   1    50 %   0.25      proven best\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n   2    88 %   0.438 "), std::string::npos) << text;
  EXPECT_NE(text.find("\n   0  a, b: 12 people\n   1  c: 1 person\n"), std::string::npos) << text;
  EXPECT_LT(text.find("Second."), text.find("50 %"));
  EXPECT_LT(text.find("1 person"), text.find("How alike they are.\n"));
  EXPECT_TRUE(text.ends_with(std::string("How alike they are.\n") + view::kNotCauses + "\n"));
}

}  // namespace
}  // namespace explainee::report::cohort_text_test
