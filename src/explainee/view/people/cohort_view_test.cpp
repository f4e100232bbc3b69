#include "explainee/view/people/cohort_view.h"

#include <gtest/gtest.h>

namespace explainee::view {
namespace {

cohort::CohortReport small_report() {
  cohort::CohortReport report;
  report.prediction = "p";
  report.sparsity = 2;
  report.candidates = 9;
  report.people = 3;
  report.proven = 3;
  report.different = 1;
  report.nats = 0.6931471805599453;  // 1 bit
  report.impersonal = {"a", "b"};
  return report;
}

TEST(CohortView, SaysWhoWasServedAndWhatTheyAreTold) {
  const CohortView view = cohort_view(small_report());
  ASSERT_EQ(view.sentences.size(), 2U);
  EXPECT_EQ(view.sentences[0], "3 people were served, each with at most 2 of 9 facts about p; all of it proven best.");
  EXPECT_EQ(
      view.sentences[1],
      "1 different explanation. On average they tell 1 bit; the best facts for nobody in particular (a, b) tell 0 "
      "bits.");
  EXPECT_TRUE(view.catalogue.empty());
}

TEST(CohortView, ExceptionsHaveASentenceEach) {
  cohort::CohortReport report = small_report();
  report.proven = 1;
  report.resumed = 2;
  report.infinite = 1;
  report.nothing_to_explain = 1;
  const CohortView view = cohort_view(report);
  ASSERT_EQ(view.sentences.size(), 5U);
  EXPECT_NE(view.sentences[0].find("1 of them proven best"), std::string::npos);
  EXPECT_EQ(view.sentences[3].find("1 person learns the prediction exactly"), 0U) << view.sentences[3];
  EXPECT_EQ(view.sentences[4], "For 1 person there is nothing to explain.");
}

TEST(CohortView, SaysWhoIsToldNothingAndWhyAllWereServedAtOnce) {
  cohort::CohortReport report = small_report();
  report.nothing_found = 2;
  report.all_at_once_because = "moments have no rows";
  const CohortView view = cohort_view(report);
  ASSERT_EQ(view.sentences.size(), 4U);
  EXPECT_NE(view.sentences[2].find("because moments have no rows."), std::string::npos) << view.sentences[2];
  EXPECT_EQ(view.sentences[3], "For 2 people nothing in this table tells more than chance.");
}

TEST(CohortView, TheCatalogueHasSharesAndWhoIsServed) {
  cohort::CohortReport report = small_report();
  cohort::CatalogueEntry one;
  one.explanations = {{"a", "b"}};
  one.people = {3};
  one.nats = report.nats / 2;
  one.share = 0.5;
  cohort::CatalogueEntry two = one;
  two.explanations.push_back({"c"});
  two.people = {2, 1};
  two.best_looked_at = true;
  report.catalogue = {one, two};
  report.catalogue_sample = 3;
  const CohortView view = cohort_view(report);
  ASSERT_EQ(view.catalogue.size(), 2U);
  EXPECT_EQ(view.catalogue[0].share.text, "50 %");
  EXPECT_EQ(view.catalogue[0].bits.text, "0.5");
  ASSERT_EQ(view.items.size(), 2U);
  EXPECT_EQ(view.items[0].facts, "a, b");
  EXPECT_EQ(view.items[1].people, "1 person");
  ASSERT_EQ(view.about_catalogue.size(), 2U);
  EXPECT_EQ(view.about_catalogue[1],
            "Chosen on 3 people: no other 2 of the explanations looked at would tell them more.");
}

TEST(CohortView, NoNameMovesTheCursor) {
  cohort::CohortReport report = small_report();
  report.prediction = "p\033[2J";
  report.impersonal = {"a\033[2J"};
  cohort::CatalogueEntry one;
  one.explanations = {{"b\033[2J", "c"}};
  one.people = {3};
  report.catalogue = {one};
  const CohortView view = cohort_view(report);
  for (const std::string& sentence : view.sentences) EXPECT_EQ(sentence.find('\033'), std::string::npos) << sentence;
  EXPECT_EQ(view.items[0].facts, "b\\u{1b}[2J, c");
}

}  // namespace
}  // namespace explainee::view
