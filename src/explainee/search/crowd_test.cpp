#include "explainee/search/crowd.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "explainee/search/crowd_rows.h"
#include "explainee/search/evaluate.h"
#include "explainee/search/exact.h"
#include "explainee/search/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::Person;
using brute_force::Rest;
using brute_force::Town;

/// The single search on what the rows leave.
void expect_as_alone(const Town& town, const Person& person, const CrowdAnswers& answers, std::size_t at, int s) {
  const CrowdAnswer& answer = answers[at];
  const std::span<const int> set = answers.set(at);
  const Rest rest = town.rest_of(person);
  EXPECT_TRUE(answer.optimal);
  if (rest.problem.predictions() == 0 || rest.candidates.empty()) {
    EXPECT_EQ(answer.proof, CrowdProof::kNothing);
    EXPECT_TRUE(set.empty());
    EXPECT_EQ(answer.value.nats, 0);
    EXPECT_EQ(answer.value.determined, 0);
    return;
  }
  SearchOptions options;
  options.sparsity = std::min(s, rest.problem.size());
  const Solution alone = find_exact(rest.problem, options);
  Set expected;
  for (const int c : alone.best.set) expected.push_back(rest.candidates[static_cast<std::size_t>(c)]);
  EXPECT_EQ(Set(set.begin(), set.end()), expected);
  EXPECT_EQ(answer.value.determined, alone.best.value.determined);
  if (alone.best.value.determined == 0) {
    EXPECT_NEAR(answer.value.nats, alone.best.value.nats, 1e-9);
    ASSERT_TRUE(answer.bound_nats.has_value());
    EXPECT_GE(*answer.bound_nats, answer.value.nats);
    const double spread = alone.tied ? 1e-4 : 1e-9;  // of any of the ties
    EXPECT_NEAR(*answer.bound_nats, *alone.bound_nats, spread);
  }
  EXPECT_EQ(answer.tied, alone.tied);
}

TEST(Crowd, EachAnswerIsThatOfTheSingleSearch) {
  base::Random random(31);
  std::size_t stars = 0;
  for (std::uint64_t town_seed = 0; town_seed < brute_force::sweep_size(100); ++town_seed) {
    SCOPED_TRACE(town_seed);
    const Town town(brute_force::random_town(random), town_seed);
    const std::vector<Person> people = town.random_people(100, random);
    const CrowdBase base(town.problem());
    CrowdOptions options;
    options.sparsity = 1 + static_cast<int>(random.below(5));
    const CrowdAnswers answers = find_crowd(base, brute_force::members_of(people), options);
    for (std::size_t k = 0; k < people.size(); ++k) {
      SCOPED_TRACE(k);
      stars += answers[k].proof == CrowdProof::kStar ? 1 : 0;
      expect_as_alone(town, people[k], answers, k, options.sparsity);
      if (HasFailure()) return;
    }
  }
  RecordProperty("stars", static_cast<int>(stars));
}

TEST(Crowd, TheValueOfAGivenSet) {
  base::Random random(32);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(300); ++seed) {
    SCOPED_TRACE(seed);
    const Town town(brute_force::random_town(random), 1000 + seed);
    const Person person = town.random_person(random);
    const Set set = {0, 2, 4};
    const Rest rest = town.rest_of(person);
    Value expected;
    if (rest.problem.predictions() == 1) {
      Set inside;
      for (std::size_t c = 0; c < rest.candidates.size(); ++c) {
        if (std::binary_search(set.begin(), set.end(), rest.candidates[c])) inside.push_back(static_cast<int>(c));
      }
      expected = evaluate(rest.problem, inside);
    }
    const CrowdBase base(town.problem());
    const Member member = person.member();
    CrowdOptions options;
    options.beside = set;
    const CrowdAnswers answers = find_crowd(base, {&member, 1}, options);
    for (const Value& value : {evaluate(base, member, set), answers[0].beside}) {
      EXPECT_EQ(value.determined, expected.determined);
      EXPECT_NEAR(value.nats, expected.nats, 1e-9);
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace explainee::search
