#include "explainee/search/crowd/crowd.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "explainee/search/crowd/crowd_tables.h"
#include "explainee/search/exact.h"
#include "explainee/search/problem/assess.h"
#include "explainee/search/problem/evaluate.h"
#include "explainee/search/testing/crowd_rows.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::Person;
using brute_force::Rest;
using brute_force::Town;

void expect_nothing(const CrowdAnswers& answers, std::size_t at) {
  EXPECT_EQ(answers[at].proof, CrowdProof::kNothingToExplain);
  EXPECT_TRUE(answers.set(at).empty());
  EXPECT_EQ(answers[at].value.nats, 0);
  EXPECT_EQ(answers[at].value.determined, 0);
}

/// The single search on the conditioned problem: same set, same value to nine digits.
void expect_as_alone(const CrowdBase& base, const Member& member, const CrowdAnswers& answers, std::size_t at, int s) {
  const CrowdAnswer& answer = answers[at];
  const MemberProblem own = condition_on(base.problem(), member);
  EXPECT_TRUE(answer.optimal);
  if (own.problem.predictions() == 0 || own.candidates.empty()) return expect_nothing(answers, at);
  SearchOptions options;
  options.sparsity = std::min(s, own.problem.size());
  const Solution alone = find_exact(own.problem, options);
  Set expected;
  for (const int c : alone.best.set) expected.push_back(own.candidates[static_cast<std::size_t>(c)]);
  EXPECT_EQ(Set(answers.set(at).begin(), answers.set(at).end()), expected);
  EXPECT_EQ(answer.value.determined, alone.best.value.determined);
  EXPECT_EQ(answer.value.rank, alone.best.value.rank);
  EXPECT_NEAR(answer.value.nats, alone.best.value.nats, 1e-9);
  ASSERT_EQ(answer.bound_nats.has_value(), alone.bound_nats.has_value());
  EXPECT_NEAR(answer.bound_nats.value_or(0), alone.bound_nats.value_or(0), 1e-9);
  EXPECT_EQ(answer.tied, alone.tied);
}

/// By the rows: the set is worth what is said, and no other is worth more, as far as covariances have digits.
void expect_best_by_rows(const Rest& rest, const CrowdAnswers& answers, std::size_t at, int s) {
  if (rest.problem.predictions() == 0 || rest.candidates.empty()) return expect_nothing(answers, at);
  SearchOptions options;
  options.sparsity = std::min(s, rest.problem.size());
  const Solution alone = find_exact(rest.problem, options);
  const double rounding = 1e-6 + 8 * assess(rest.problem, alone.best.set).tie_nats;
  EXPECT_EQ(answers[at].value.determined, alone.best.value.determined);
  EXPECT_NEAR(answers[at].value.nats, alone.best.value.nats, rounding);
}

/// All answers compared; the share that the tables proved.
double expect_all_as_alone(const Town& town, int people_count, int s, base::Random& random, bool by_rows = true) {
  const std::vector<Person> people = town.random_people(people_count, random);
  const CrowdBase base(town.problem());
  CrowdOptions options;
  options.sparsity = s;
  const CrowdAnswers answers = find_crowd(base, brute_force::proposals_of(people), options);
  double by_tables = 0;
  for (std::size_t k = 0; k < people.size(); ++k) {
    SCOPED_TRACE(k);
    by_tables +=
        answers[k].proof == CrowdProof::kIncumbent || answers[k].proof == CrowdProof::kNothingToExplain ? 1 : 0;
    expect_as_alone(base, people[k].member(), answers, k, s);
    if (by_rows) expect_best_by_rows(town.rest_of(people[k]), answers, k, s);
    if (testing::Test::HasFailure()) break;
  }
  return by_tables / people_count;
}

TEST(Crowd, EachAnswerIsThatOfTheSingleSearch) {
  base::Random random(31);
  double by_tables = 0;
  const std::uint64_t towns = brute_force::sweep_size(100);
  for (std::uint64_t seed = 0; seed < towns; ++seed) {
    SCOPED_TRACE(seed);
    const Town town(brute_force::random_town(random), seed);
    by_tables += expect_all_as_alone(town, 100, 1 + static_cast<int>(random.below(5)), random);
    if (HasFailure()) return;
  }
  EXPECT_GT(by_tables, 0.3 * static_cast<double>(towns));
}

/// Many columns: what scans of everything cannot settle.
TEST(Crowd, WithManyColumns) {
  base::Random random(33);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(4); ++seed) {
    SCOPED_TRACE(seed);
    brute_force::TownShape shape;
    shape.columns = seed % 2 == 0 ? 40 : 90;
    shape.rows = 1000;
    shape.planted = 5;
    shape.noise = seed % 4 < 3 ? 2 : 8;
    const Town town(shape, 500 + seed);
    const double by_tables = expect_all_as_alone(town, 80, 5, random);
    EXPECT_GE(by_tables, shape.noise < 5 ? 0.8 : 0.0);
    if (HasFailure()) return;
  }
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
    double rounding = 1e-6;
    if (rest.problem.predictions() == 1) {
      Set inside;
      for (std::size_t c = 0; c < rest.candidates.size(); ++c) {
        if (std::binary_search(set.begin(), set.end(), rest.candidates[c])) inside.push_back(static_cast<int>(c));
      }
      expected = evaluate(rest.problem, inside);
      rounding += 8 * assess(rest.problem, inside).tie_nats;
    }
    const CrowdBase base(town.problem());
    const Member member = person.member();
    CrowdOptions options;
    options.beside = set;
    const CrowdAnswers answers = find_crowd(base, {&member, 1}, options);
    for (const Value& value : {evaluate(base, member, set), answers[0].beside}) {
      EXPECT_EQ(value.determined, expected.determined);
      EXPECT_NEAR(value.nats, expected.nats, rounding);
    }
    if (HasFailure()) return;
  }
}

/// Digit for digit.
void expect_equal(const CrowdAnswers& a, std::size_t at, const CrowdAnswers& b, std::size_t same) {
  EXPECT_EQ(Set(a.set(at).begin(), a.set(at).end()), Set(b.set(same).begin(), b.set(same).end()));
  EXPECT_EQ(a[at].value.nats, b[same].value.nats);
  EXPECT_EQ(a[at].bound_nats, b[same].bound_nats);
  EXPECT_EQ(a[at].beside.nats, b[same].beside.nats);
  EXPECT_EQ(a[at].proof, b[same].proof);
}

TEST(Crowd, NeitherThreadsNorPartitionsChangeADigit) {
  base::Random random(34);
  for (const int columns : {9, 40}) {
    brute_force::TownShape shape;
    shape.columns = columns;
    shape.rows = 300;
    const Town town(shape, 7);
    const std::vector<Person> people = town.random_people(700, random);
    const std::vector<Member> members = brute_force::proposals_of(people);
    const CrowdBase base(town.problem());
    const Set beside = {1, 3};
    CrowdOptions options;
    options.beside = beside;
    const CrowdAnswers all = find_crowd(base, members, options);
    options.control.threads = 4;
    const CrowdAnswers threaded = find_crowd(base, members, options);
    for (std::size_t k = 0; k < members.size(); ++k) expect_equal(all, k, threaded, k);
    for (std::size_t from = 0; from < members.size();) {
      const std::size_t size = std::min<std::size_t>(1 + random.below(60), members.size() - from);
      const CrowdAnswers some = find_crowd(base, std::span(members).subspan(from, size), options);
      for (std::size_t k = 0; k < size; ++k) expect_equal(some, k, all, from + k);
      from += size;
    }
  }
}

TEST(Crowd, TheOrderOfAListDoesNotMatter) {
  const Town town({}, 8);
  const CrowdBase base(town.problem());
  const std::vector<int> lists[] = {{5, 1, 3}, {1, 3, 5}, {3, 5, 3, 1}};
  std::vector<Member> members;
  for (const auto& list : lists) members.emplace_back().known = list;
  const CrowdAnswers answers = find_crowd(base, members, {});
  for (std::size_t k = 0; k < members.size(); ++k) {
    const CrowdAnswers alone = find_crowd(base, std::span(members).subspan(k, 1), {});
    expect_equal(answers, k, answers, 0);
    expect_equal(alone, 0, answers, 0);
  }
}

TEST(Crowd, CancelledWorkSaysSo) {
  const Town town({}, 9);
  base::Random random(35);
  const std::vector<Person> people = town.random_people(50, random);
  std::atomic<bool> cancel = true;
  CrowdOptions options;
  options.control.cancel = &cancel;
  const CrowdAnswers answers = find_crowd(CrowdBase(town.problem()), brute_force::proposals_of(people), options);
  for (std::size_t k = 0; k < answers.size(); ++k) {
    EXPECT_TRUE(answers[k].interrupted);
    EXPECT_FALSE(answers[k].optimal);
    EXPECT_FALSE(answers[k].bound_nats.has_value());
    EXPECT_EQ(answers[k].proof, CrowdProof::kNone);
  }
}

TEST(Crowd, NobodyAtAll) { EXPECT_EQ(find_crowd(CrowdBase(Town({}, 1).problem()), {}, {}).size(), 0U); }

TEST(Crowd, NoInverseWhereColumnsRepeat) {
  brute_force::TownShape shape;
  EXPECT_TRUE(CrowdBase(Town(shape, 2).problem()).tables().invertible);
  shape.duplicates = 1;
  EXPECT_FALSE(CrowdBase(Town(shape, 2).problem()).tables().invertible);
  shape.duplicates = 0;
  shape.rows = 6;  // fewer than columns
  EXPECT_FALSE(CrowdBase(Town(shape, 2).problem()).tables().invertible);
}

/// More columns than rows, columns that repeat or nearly do.
TEST(Crowd, WithoutAnInverse) {
  base::Random random(36);
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(30); ++seed) {
    SCOPED_TRACE(seed);
    brute_force::TownShape shape = brute_force::random_town(random);
    shape.rows = seed % 3 == 0 ? 10 : 60;
    shape.duplicates = seed % 3 == 1 ? 2 : 0;
    shape.near_duplicate = seed % 3 == 2 ? 1e-5 : 0;
    // Where columns nearly repeat, covariances have too few digits to compare with the rows.
    const int s = 1 + static_cast<int>(random.below(3));
    (void)expect_all_as_alone(Town(shape, 800 + seed), 60, s, random, shape.near_duplicate == 0);
    if (HasFailure()) return;
  }
}

TEST(Crowd, FactsOfSeveralColumnsAreSearchedAlone) {
  Problem problem = Town({}, 3).problem();
  problem.candidates = {{0, 2}, {2, 1}, {3, 3}, {6, 1}, {7, 1}};
  const CrowdBase base(problem);
  EXPECT_FALSE(base.shared());
  const std::vector<int> known = {2};
  std::vector<Member> members(1);
  members[0].known = known;
  const CrowdAnswers answers = find_crowd(base, members, {});
  expect_as_alone(base, members[0], answers, 0, 3);
  EXPECT_EQ(answers[0].proof, CrowdProof::kFull);
}

}  // namespace
}  // namespace explainee::search
