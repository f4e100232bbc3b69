#include "explainee/search/crowd/crowd_precision.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "explainee/search/crowd/crowd_block.h"
#include "explainee/search/problem/evaluate.h"
#include "explainee/search/testing/crowd_rows.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::search {
namespace {

using brute_force::Person;
using brute_force::Rest;
using brute_force::Town;

/// The smallest f, as a share of the prediction's variance, of the sets of at most `facts` that lack one candidate and
/// hold some.
double least_without(const Rest& rest, int lacking, const Set& held, std::size_t facts) {
  const Problem& problem = rest.problem;
  double least = 1e300;
  for (std::uint32_t bits = 0; bits < (1U << problem.size()); ++bits) {
    Set set;
    Set names;
    for (int c = 0; c < problem.size(); ++c) {
      if (((bits >> c) & 1U) == 0) continue;
      set.push_back(c);
      names.push_back(rest.candidates[static_cast<std::size_t>(c)]);
    }
    if (set.size() > facts || std::binary_search(names.begin(), names.end(), lacking)) continue;
    if (!std::includes(names.begin(), names.end(), held.begin(), held.end())) continue;
    const Value value = evaluate(problem, set);
    const double left = value.determined > 0 ? 0 : problem.target(0, 0) * std::exp(-2 * value.nats);
    least = std::min(least, left / problem.target_scale[0]);
  }
  return least;
}

/// Every bound of every column of S against all sets; how many of the sharp ones are sharper.
TEST(CrowdPrecision, NoSetUndercutsABound) {
  base::Random random(41);
  int bounds = 0;
  int sharper = 0;
  for (std::uint64_t seed = 0; seed < brute_force::sweep_size(400); ++seed) {
    SCOPED_TRACE(seed);
    brute_force::TownShape shape = brute_force::random_town(random);
    shape.columns = std::min(shape.columns, 9);
    shape.duplicates = 0;
    const Town town(shape, 9000 + seed);
    const auto tables = make_crowd_tables(town.problem());
    if (!tables->invertible) continue;
    const Person person = town.random_person(random);
    const Member member = person.member();
    if (!member.weights.empty() && !member.cross_target.empty()) continue;
    CrowdBlock block(*tables);
    const std::size_t picked[] = {0};
    block.read({&member, 1}, picked);
    const IncumbentMember own = block.member(0);
    CrowdClimb climb(*tables);
    CrowdPrecision precision(*tables);
    const std::size_t facts = 1 + random.below(4);
    if (climb.begin(own, facts) != ClimbEnd::kReady || climb.climb() != ClimbEnd::kReady) continue;
    if (!precision.begin(own, climb.kept())) continue;
    const Rest rest = town.rest_of(person);
    const std::vector<int> set(climb.set().begin(), climb.set().end());
    for (std::size_t a = 0; a < set.size(); ++a) {
      const double rough = precision.bound_without(set[a]);
      EXPECT_LE(rough, least_without(rest, set[a], {}, facts));
      Set held;
      for (const int j : set) {
        if (j != set[a] && random.below(3) == 0) held.push_back(j);
      }
      std::sort(held.begin(), held.end());
      const double sharp = precision.bound_without(set[a], climb, held, facts - held.size(), 1e300);
      EXPECT_LE(sharp, least_without(rest, set[a], held, facts) + 1e-13);
      ++bounds;
      sharper += sharp > rough ? 1 : 0;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(bounds, 100 * static_cast<int>(brute_force::sweep_size(400)) / 400);
  EXPECT_GT(sharper, bounds / 10);
}

}  // namespace
}  // namespace explainee::search
