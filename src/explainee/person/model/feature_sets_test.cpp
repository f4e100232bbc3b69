#include "explainee/person/model/feature_sets.h"

#include <gtest/gtest.h>

#include <set>

namespace explainee::person {
namespace {

TEST(FeatureSets, AreAllOfThemWhenFew) {
  base::Random random(1);
  const std::vector<FeatureSet> singles = propose_sets(7, 1, {}, 1000, random);
  const std::vector<FeatureSet> triples = propose_sets(7, 3, singles, 1000, random);
  std::set<std::array<int, 3>> distinct;
  for (const FeatureSet& set : triples) {
    EXPECT_LT(set.members[0], set.members[1]);
    EXPECT_LT(set.members[1], set.members[2]);
    distinct.insert(set.members);
  }
  EXPECT_EQ(distinct.size(), 35U);
  EXPECT_EQ(triples.size(), 35U);
}

TEST(FeatureSets, SampleStandsForAllOthersAndThePromisingAreExtended) {
  base::Random random(2);
  std::vector<FeatureSet> pairs = propose_sets(60, 2, propose_sets(60, 1, {}, 4000, random), 4000, random);
  ASSERT_EQ(pairs.size(), 1770U);
  for (FeatureSet& pair : pairs) pair.promise = pair.members[0] == 17 && pair.members[1] == 31 ? 1 : 0;
  const std::vector<FeatureSet> triples = propose_sets(60, 3, pairs, 4000, random);
  EXPECT_LE(triples.size(), 4000U);
  double sum = 0;
  int extended = 0;
  for (const FeatureSet& set : triples) {
    sum += set.stands_for;
    const std::set<int> members(set.members.begin(), set.members.end());
    if (members.count(17) == 1 && members.count(31) == 1 && set.stands_for == 1) ++extended;
  }
  EXPECT_NEAR(sum, binomial(60, 3), 1e-6 * binomial(60, 3));
  EXPECT_EQ(extended, 58);
}

}  // namespace
}  // namespace explainee::person
