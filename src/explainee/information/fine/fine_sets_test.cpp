#include "explainee/information/fine/fine_sets.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "explainee/information/testing/measured_rows.h"
#include "explainee/search/exact.h"
#include "explainee/search/problem/budget.h"

namespace explainee::information::fine_sets_test {
namespace {

constexpr Eigen::Index kRows = 120;
constexpr Eigen::Index kColumns = 9;

/// Columns that go along with each other, of which the last two are predictions.
Eigen::MatrixXd draw_columns(std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd values(kRows, kColumns);
  for (Eigen::Index i = 0; i < kRows; ++i) {
    const double common = random.normal();
    for (Eigen::Index j = 0; j < kColumns; ++j) values(i, j) = 0.5 * common + random.normal();
    values(i, kColumns - 2) += values(i, 1) - values(i, 3) + 0.5 * values(i, 5);
    values(i, kColumns - 1) += values(i, 2) + 0.3 * values(i, 4);
  }
  return values;
}

struct Case {
  std::vector<FactColumns> facts;
  std::vector<int> predictions;
  std::int64_t budget = search::kAnyCost;
};

TEST(FineSets, TheBestOfThemIsWhatTheSearchFinds) {
  Case budgeted{{{{1}, 0, 3}, {{2}, 0, 1}, {{3}, 0, 2}, {{4}, 0, 1}, {{5}, 0, 1}}, {7}, 4};
  const Case cases[] = {{{{{1}}, {{2}}, {{3}}, {{4}}, {{5}}}, {7}},
                        {{{{1}}, {{2}, 0.5}, {{3}}, {{4}}, {{5}}}, {7, 8}},
                        {{{{1}}, {{2, 3}}, {{4, 5, 6}}}, {7}},
                        {{{{1, 2}}, {{3, 4}}, {{5}}, {{6}}}, {7, 8}},
                        budgeted};
  for (const Case& one : cases) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      MeasuredRows rows(draw_columns(seed), {}, 1);
      const Material material = rows.material({0}, one.predictions);
      const PersonProblem problem = make_problem(material.situation, one.facts, *material.total);
      FineMoments fine;
      ASSERT_TRUE(fine.read(rows, columns_in_use(material.situation, one.facts), {}).ok());
      const int sparsity = 3;
      std::vector<FineSet> sets =
          fine_sets(material.situation, one.facts, problem, *material.total, fine, sparsity, one.budget, {});
      std::sort(sets.begin(), sets.end(), [](const FineSet& a, const FineSet& b) {
        return a.worth.value.objective_nats() > b.worth.value.objective_nats();
      });
      search::SearchOptions options;
      options.sparsity = std::min<int>(sparsity, static_cast<int>(one.facts.size()));
      options.budget = one.budget;
      options.top = 4;
      const search::Solution solution = search::find_exact(problem.problem, options);
      ASSERT_GE(sets.size(), 1 + solution.alternatives.size());
      EXPECT_EQ(sets[0].set, solution.best.set);
      EXPECT_NEAR(sets[0].worth.value.objective_nats(), solution.best.value.objective_nats(), 1e-12);
      for (std::size_t i = 0; i < solution.alternatives.size(); ++i) {
        EXPECT_EQ(sets[i + 1].set, solution.alternatives[i].set);
        EXPECT_NEAR(sets[i + 1].worth.value.nats, solution.alternatives[i].value.nats, 1e-12);
        EXPECT_EQ(sets[i + 1].worth.value.rank, solution.alternatives[i].value.rank);
      }
      EXPECT_TRUE(std::all_of(sets.begin(), sets.end(), [&](const FineSet& set) {
        return search::cost_of(problem.problem, set.set) <= one.budget;
      }));
    }
  }
}

TEST(FineSets, AFactThatFollowsIsInNone) {
  Eigen::MatrixXd values = draw_columns(3);
  values.col(2) = 2 * values.col(1);
  values.col(4) = values.col(1) + values.col(3);
  MeasuredRows rows(values, {}, 1);
  const std::vector<FactColumns> facts = {{{1}}, {{2}}, {{3}}, {{4}}};
  const Material material = rows.material({0}, {7});
  const PersonProblem problem = make_problem(material.situation, facts, *material.total);
  FineMoments fine;
  ASSERT_TRUE(fine.read(rows, columns_in_use(material.situation, facts), {}).ok());
  for (const FineSet& one :
       fine_sets(material.situation, facts, problem, *material.total, fine, 3, search::kAnyCost, {})) {
    EXPECT_EQ(one.worth.value.rank, static_cast<int>(one.set.size()));
    EXPECT_LE(one.set.size(), 2U);
    EXPECT_FALSE(one.set == (search::Set{0, 1}));
  }
}

TEST(FineSets, AreFewEnoughOnlyInSmallProblems) {
  PersonProblem problem;
  problem.problem.gram = Eigen::MatrixXd::Identity(150, 150);
  problem.problem.target = Eigen::MatrixXd::Identity(1, 1);
  for (int i = 0; i < 150; ++i) problem.problem.candidates.push_back({i, 1});
  EXPECT_TRUE(few_enough(problem, 2, search::kAnyCost));
  EXPECT_FALSE(few_enough(problem, 3, search::kAnyCost));
}

}  // namespace
}  // namespace explainee::information::fine_sets_test
