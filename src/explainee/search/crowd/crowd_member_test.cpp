#include "explainee/search/crowd/crowd_member.h"

#include <gtest/gtest.h>

#include "explainee/search/testing/crowd_rows.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::Person;
using brute_force::Rest;
using brute_force::Town;

TEST(CrowdMember, ConditionsAsTheRowsDo) {
  base::Random random(51);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(1000); ++seed) {
    SCOPED_TRACE(seed);
    brute_force::TownShape shape = brute_force::random_town(random);
    shape.near_duplicate = 0;
    const Town town(shape, 3000 + seed);
    const Person person = town.random_person(random);
    const Rest rest = town.rest_of(person);
    const MemberProblem own = condition_on(town.problem(), person.member());
    ASSERT_EQ(own.candidates, rest.candidates);
    ASSERT_EQ(own.problem.predictions(), rest.problem.predictions());
    EXPECT_TRUE(own.problem.gram.isApprox(rest.problem.gram, 1e-9) || own.candidates.empty());
    EXPECT_TRUE(own.problem.column_scale.isApprox(rest.problem.column_scale, 1e-12));
    if (own.problem.predictions() == 0) continue;
    EXPECT_LT((own.problem.cross - rest.problem.cross).norm(), 1e-9 * (1 + town.problem().target(0, 0)));
    EXPECT_NEAR(own.problem.target(0, 0), rest.problem.target(0, 0), 1e-9 * town.problem().target(0, 0));
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace explainee::search
