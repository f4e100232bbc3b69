#include "explainee/view/sentences/phrases/claim_text.h"

#include <gtest/gtest.h>

#include <numbers>

namespace explainee::view {
namespace {

using information::Claim;

struct Case {
  Claim claim;
  std::string sentence;
};

Claim best(int most_facts) {
  Claim claim;
  claim.kind = Claim::Kind::kBestOfAll;
  claim.most_facts = most_facts;
  return claim;
}

Claim bound(double bits) {
  Claim claim = best(2);
  claim.kind = Claim::Kind::kBoundOnly;
  claim.bound_nats = bits * std::numbers::ln2;
  return claim;
}

Claim with(Claim claim, auto change) {
  change(claim);
  return claim;
}

Claim of_kind(Claim::Kind kind) {
  return with(best(3), [&](Claim& c) { c.kind = kind; });
}

const std::string kClasses =
    "with each class as a number, 1 or 0; in bits of the class itself another set may tell more, above all facts that "
    "tell only together";

TEST(Statement, OfEveryClaim) {
  const auto in_classes = [](Claim& c) { c.objective = Claim::Objective::kClassIndicators; };
  const Case cases[] = {
      {best(3), "no other set of at most 3 facts has more bits on these rows under this estimator"},
      {best(1), "no other set of at most 1 fact has more bits on these rows under this estimator"},
      {with(best(2), [](Claim& c) { c.charged_for_columns = true; }),
       "no other set of at most 2 facts has more bits on these rows under this estimator after charging for extra "
       "columns"},
      {with(best(2), [](Claim& c) { c.charged_for_columns = c.ties = true; }),
       "no other set of at most 2 facts has more bits on these rows under this estimator after charging for extra "
       "columns beyond rounding; ties are listed"},
      {with(best(2), [](Claim& c) { c.budget = 4.5; }),
       "no other set of at most 2 facts that costs at most 4.5 has more bits on these rows under this estimator"},
      {with(best(2),
            [](Claim& c) {
              c.budget = 4;
              c.most_facts.reset();
            }),
       "no other set of facts that costs at most 4 has more bits on these rows under this estimator"},
      {bound(0.5), "no set of at most 2 facts has more than 0.5 bits on these rows under this estimator"},
      {with(bound(0.123456789), [](Claim& c) { c.charged_for_columns = c.ties = true; }),
       "no set of at most 2 facts has more than 0.123457 bits on these rows under this estimator after charging for "
       "extra columns"},
      {with(best(2), in_classes), "no other set of at most 2 facts has more bits on these rows " + kClasses},
      {with(bound(0.25), in_classes), "no set of at most 2 facts has more than 0.25 bits on these rows " + kClasses},
      {with(best(2), [](Claim& c) { c.settled = c.directions = 2; }),
       "no other set of at most 2 facts has more bits on these rows under this estimator"},
      {with(best(2),
            [](Claim& c) {
              c.settled = 1;
              c.directions = 2;
            }),
       "this set settles 1 of 2 independent directions of the predictions; no other set of at most 2 facts settles "
       "more on these rows; nothing is claimed about the other"},
      {with(of_kind(Claim::Kind::kNothingProven),
            [](Claim& c) {
              c.settled = 1;
              c.directions = 4;
            }),
       "this set settles 1 of 4 independent directions of the predictions; nothing is claimed about the other 3"},
      {of_kind(Claim::Kind::kNothingProven), "nothing is proven about other sets"},
      {with(of_kind(Claim::Kind::kNothingProven), in_classes), "nothing is proven about other sets"},
      {of_kind(Claim::Kind::kNothingToExplain), "there is nothing to explain, so no fact has any bits"},
      {of_kind(Claim::Kind::kNoCandidate), "no candidate is open to her, so no fact has any bits"},
  };
  for (const Case& one : cases) EXPECT_EQ(statement(one.claim), one.sentence);
}

TEST(Statement, OptimalIsWhatLeavesNoOtherSetToTry) {
  EXPECT_TRUE(best(1).optimal());
  EXPECT_TRUE(of_kind(Claim::Kind::kNothingToExplain).optimal());
  EXPECT_TRUE(of_kind(Claim::Kind::kNoCandidate).optimal());
  EXPECT_FALSE(bound(1).optimal());
  EXPECT_FALSE(Claim().optimal());
}

}  // namespace
}  // namespace explainee::view
