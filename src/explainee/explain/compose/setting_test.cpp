#include "explainee/explain/compose/setting.h"

#include <gtest/gtest.h>

#include <atomic>

#include "explainee/explain/compose/listed_set.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/information/testing/measured_rows.h"

namespace explainee::explain::setting_test {
namespace {

/// She has c; a and the pair (b, c) may be told of p.
struct Scene {
  testing::SmallTable table;
  information::MeasuredRows rows{testing::beside({table.a, table.b, table.c, table.p}), {}, 1};
  information::Material material = rows.material({2}, {3});
  Setting setting;

  Scene() {
    static_cast<information::Situation&>(setting) = material.situation;
    setting.candidates.resize(2);
    setting.candidates[0].description.name = "a";
    setting.candidates[0].columns = {0};
    setting.candidates[0].shown_with = {0.5, 0};
    setting.candidates[0].cost = 7;
    setting.candidates[1].description.name = "pair";
    setting.candidates[1].columns = {1, 2};
  }
};

TEST(Setting, CandidatesBecomeColumnsOfTheProblem) {
  const Scene scene;
  const PersonProblem problem = make_problem(scene.setting, *scene.material.total);
  EXPECT_EQ(problem.columns, (std::vector<int>{0, 1, 2}));
  ASSERT_EQ(problem.problem.size(), 2);
  EXPECT_EQ(problem.problem.candidates[0].cost, 7);
  EXPECT_EQ(problem.problem.candidates[1].count, 2);
  const Eigen::VectorXd left =
      testing::least_squares(testing::beside({scene.table.c}), testing::beside({scene.table.a})).residuals.col(0);
  const double variance = left.squaredNorm() / static_cast<double>(left.size());
  EXPECT_NEAR(problem.problem.gram(0, 0), variance + 0.25, 1e-12);
}

TEST(Setting, RowsAreNeededForAllThatIsFitted) {
  Scene scene;
  const PersonProblem problem = make_problem(scene.setting, *scene.material.total);
  EXPECT_EQ(open_directions(scene.setting), 1);
  EXPECT_EQ(rows_needed(scene.setting, problem, 2), 1 + 2 + 1 + 1);  // u, facts, prediction, a spare one
  EXPECT_EQ(rows_needed(scene.setting, problem, 2, 5), 1 + 2 + 1 + 5);
  scene.setting.independent.clear();
  EXPECT_EQ(open_directions(scene.setting), 1);
}

TEST(Setting, NobodyHasNoSummary) {
  Scene scene;
  scene.setting.summary_noise = Eigen::MatrixXd::Constant(1, 1, 0.1);
  const PersonProblem problem = make_problem(without_summary(scene.setting), *scene.material.total);
  EXPECT_EQ(problem.conditioning.rank(), 0);
  EXPECT_NEAR(problem.problem.gram(1, 2), moments::covariance_at(*scene.material.total, 1, 2), 1e-12);
}

TEST(Setting, AMadeProblemMayBeStopped) {
  const Scene scene;
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  EXPECT_FALSE(make_problem(scene.setting, *scene.material.total, control).has_value());
}

TEST(ListedSet, HoldsTheFactsAndTheirPartOfTheProblem) {
  const Scene scene;
  const PersonProblem problem = make_problem(scene.setting, *scene.material.total);
  ListedSet listed = list_set(scene.setting, problem, {1});
  EXPECT_EQ(listed.asked.problem->columns, (std::vector<int>{1, 2}));
  EXPECT_EQ(listed.asked.problem->problem.gram, problem.problem.gram.bottomRightCorner(2, 2));
  listed.measured.compared_nats = 0.25;
  const FactSet named = named_set(listed);
  EXPECT_EQ(named.features, (std::vector<std::string>{"pair"}));
  EXPECT_EQ(named.nats, 0.25);
  EXPECT_FALSE(named.infinite);
}

}  // namespace
}  // namespace explainee::explain::setting_test
