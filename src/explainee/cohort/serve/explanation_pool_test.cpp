#include "explainee/cohort/serve/explanation_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "explainee/base/random.h"

namespace explainee::cohort::explanation_pool_test {
namespace {

constexpr int kMany = 100;  // 161,700 sets of three

TEST(ExplanationPool, AreAllSetsWhereTheyAreFew) {
  for (int candidates = 1; candidates <= 9; ++candidates) {
    for (int sparsity = 1; sparsity <= 4; ++sparsity) {
      std::set<search::Set> all;
      for (unsigned bits = 1; bits < (1U << static_cast<unsigned>(candidates)); ++bits) {
        search::Set set;
        for (int c = 0; c < candidates; ++c) {
          if (((bits >> static_cast<unsigned>(c)) & 1U) != 0) set.push_back(c);
        }
        if (static_cast<int>(set.size()) <= sparsity) all.insert(set);
      }
      const ExplanationPool pool = make_pool(candidates, sparsity, {}, {0});
      EXPECT_TRUE(pool.all);
      EXPECT_EQ(pool.sets.size(), all.size()) << candidates << " " << sparsity;
      EXPECT_EQ(std::set<search::Set>(pool.sets.begin(), pool.sets.end()), all);
    }
  }
}

TEST(ExplanationPool, WhereTheyAreManyAreThoseGivenMostOftenAndTheImpersonalOne) {
  const Given given = {{{1, 2}, 5}, {{3}, 9}, {{4, 5, 6}, 5}, {{0, 7}, 2}, {{}, 50}};
  const ExplanationPool pool = make_pool(kMany, 3, given, {0, 7});
  EXPECT_FALSE(pool.all);
  EXPECT_EQ(pool.sets, (std::vector<search::Set>{{0, 7}, {3}, {1, 2}, {4, 5, 6}}));
}

TEST(ExplanationPool, KeepsNoneTwiceAndLeavesTheRarestOut) {
  base::Random random(1);
  Given given;
  while (given.size() < 900) {
    const auto first = static_cast<int>(random.below(kMany - 1));
    given[{first, first + 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(kMany - 1 - first)))}] =
        1 + static_cast<std::int64_t>(random.below(1000));
  }
  const ExplanationPool pool = make_pool(kMany, 3, given, {0, 1, 2});
  std::set<search::Set> kept(pool.sets.begin(), pool.sets.end());
  EXPECT_EQ(kept.size(), pool.sets.size());
  EXPECT_TRUE(kept.contains({0, 1, 2}));
  EXPECT_LT(kept.size(), given.size());
  std::int64_t rarest_kept = 1000;
  std::int64_t commonest_left = 0;
  for (const auto& [set, people] : given) {
    if (kept.contains(set)) rarest_kept = std::min(rarest_kept, people);
    if (!kept.contains(set)) commonest_left = std::max(commonest_left, people);
  }
  EXPECT_GE(rarest_kept, commonest_left);
}

TEST(ExplanationPool, NobodyNeedsToHaveBeenTold) {
  EXPECT_EQ(make_pool(kMany, 3, {}, {4, 5}).sets, std::vector<search::Set>{(search::Set{4, 5})});
  EXPECT_TRUE(make_pool(kMany, 3, {}, {}).sets.empty());
}

}  // namespace
}  // namespace explainee::cohort::explanation_pool_test
