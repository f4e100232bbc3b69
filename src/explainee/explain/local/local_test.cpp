#include "explainee/explain/local/local.h"

#include <gtest/gtest.h>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/naive_moments.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::local_test {
namespace {

using Names = std::vector<std::string>;

/// Facts about p in row 3 of a small table, from rows like it.
struct Scene {
  testing::SmallTable rows{300};
  request::Request request = testing::about_p(1);
  Composition c;
  std::shared_ptr<const LocalRows> local;

  explicit Scene(request::Metric metric = request::Metric::kBest) {
    request.facts.features = {"a", "b", "c"};
    request.rows.row = 3;
    request.rows.local = true;
    request.rows.metric = metric;
    c = testing::chosen(rows.input(), request);
    local = read_local_rows(c, c.answer.sparsity).value();
  }
};

LocalRows random_local_rows(Eigen::Index rows) {
  LocalRows local;
  local.cells = testing::normal_cells(rows, 3, 8);
  local.cells.col(2).setConstant(1e9 + 0.1);
  return local;
}

TEST(SumNear, AreTheWeightedMomentsOfTheseRows) {
  const LocalRows local = random_local_rows(30);
  Neighbourhood near;
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(30);
  for (std::uint32_t i = 1; i < 30; i += 3) {
    near.rows.push_back(i);
    near.weights.push_back(0.1 * i);
    weights[i] = 0.1 * i;
  }
  const moments::Fold fold = sum_near(local, near);
  const moments::Fold naive = testing::fold_of(local.cells, weights);
  EXPECT_EQ(fold.rows, 10);
  EXPECT_NEAR(fold.weight, naive.weight, 1e-12);
  EXPECT_NEAR(fold.weight_squares, naive.weight_squares, 1e-12);
  EXPECT_LT((fold.mean - naive.mean).head(2).cwiseAbs().maxCoeff(), 1e-12);
  const Eigen::Matrix2d scatter = moments::covariance(fold).topLeftCorner(2, 2) * fold.weight;
  EXPECT_LT((scatter - naive.scatter.topLeftCorner(2, 2)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(fold.scatter(2, 2), 0);  // what is constant varies by exactly nothing
}

TEST(SumNear, FoldsAddUpToTheWhole) {
  const LocalRows local = random_local_rows(20);
  const Neighbourhood near{{2, 3, 5, 7, 11, 13, 17}, {1, 2, 3, 4, 3, 2, 1}, 1, 7};
  moments::Fold sum = moments::empty_fold(3);
  for (std::size_t fold = 0; fold < 3; ++fold) moments::add_fold(sum, sum_near(local, near, fold, 3));
  const moments::Fold whole = sum_near(local, near);
  EXPECT_EQ(sum.rows, 7);
  EXPECT_LT((sum.mean - whole.mean).head(2).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((moments::covariance(sum) - moments::covariance(whole)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(sum_near(local, near, 7, 8).rows, 0);
}

TEST(LocalRows, HoldTheTable) {
  const Scene scene;
  const LocalRows& local = *scene.local;
  ASSERT_EQ(local.cells.rows(), 300);
  const int b = scene.c.gathered.moments->find("b");
  const double shift = local.columns[static_cast<std::size_t>(b)].shift;
  for (Eigen::Index i = 0; i < 300; ++i) {
    const auto row = static_cast<std::size_t>(i);
    EXPECT_EQ(local.cells(i, b), scene.rows.b[row] - shift);
    EXPECT_EQ(local.numbers[row], i);
    EXPECT_EQ(local.weights[row], 1);
  }
  EXPECT_EQ(local.predicted, std::vector<std::vector<double>>{scene.rows.p});
  EXPECT_EQ(local.predictions, Names{"p"});
  EXPECT_EQ(local.wanted, 100);  // ten rows for each number that is fitted are fewer
}

TEST(LocalRows, AreAlikeInTheBestColumnsOrInAll) {
  EXPECT_EQ(Scene().local->metric.columns, (Names{"a", "b"}));  // c tells nothing of p
  EXPECT_EQ(Scene(request::Metric::kAll).local->metric.columns, (Names{"a", "b", "c"}));
}

TEST(LocalRows, ManyFactsTakeManyRows) {
  testing::SmallTable rows(300);
  request::Request request = testing::about_p(8);
  for (int j = 0; j < 8; ++j) {
    const Eigen::MatrixXd more = testing::normal_cells(300, 1, static_cast<std::uint64_t>(40 + j));
    request.facts.features.push_back("x" + std::to_string(j));
    rows.table.add(request.facts.features.back(), std::vector<double>(more.data(), more.data() + 300));
  }
  request.who.summary = {"c"};
  Composition c = testing::chosen(rows.input(), request);
  EXPECT_EQ(read_local_rows(c, c.answer.sparsity).value()->wanted,
            10 * (8 + 1 + 2));  // with what she has, p and the intercept
}

TEST(NearRow, IsComposedOfTheMomentsOfItsNeighbours) {
  Scene scene;
  const Neighbourhood near = *NeighbourFinder(scene.local->metric, scene.local->weights).find(3, 100);
  const auto composed = compose_near_row(scene.c, *scene.local, {});
  ASSERT_TRUE(composed.ok() && composed.value().has_value());
  const Composition& local = *composed.value();
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(300);
  for (std::size_t k = 0; k < near.rows.size(); ++k) weights[near.rows[k]] = near.weights[k];
  const moments::Fold naive = testing::fold_of(scene.local->cells, weights);
  EXPECT_EQ(local.gathered.moments->folds.size(), 20U);
  EXPECT_EQ(local.answer.rows, static_cast<std::int64_t>(near.rows.size()));
  EXPECT_LT((moments::covariance(local.total()) - moments::covariance(naive)).cwiseAbs().maxCoeff(), 1e-12);
  for (Eigen::Index i = 0; i < 300; ++i)
    EXPECT_EQ(local.gathered.near.at(static_cast<std::size_t>(i)), weights[i]);  // rows weigh 1
  ASSERT_TRUE(local.answer.local.has_value());
  EXPECT_EQ(local.answer.local->row, 3);
  EXPECT_EQ(local.answer.local->neighbours, static_cast<std::int64_t>(near.rows.size()));
  EXPECT_EQ(local.answer.local->everywhere.features, Names{"a"});
}

TEST(NearRow, IsNotComposedOfTooFewRows) {
  Scene scene;
  LocalRows wide = *scene.local;
  wide.wanted = 301;
  const auto composed = compose_near_row(scene.c, wide, {});
  ASSERT_TRUE(composed.ok());
  EXPECT_FALSE(composed.value().has_value());
  EXPECT_NE(scene.c.gathered.moments, nullptr);  // the table is still there for the facts of all rows
}

TEST(NearRow, TheWarningNamesTheRow) {
  const Warning warning = thin_neighbourhood({.row = 17}, 130);
  EXPECT_EQ(warning.code, "thin_neighbourhood");
  EXPECT_EQ(base::text(warning.message, base::command_line()),
            "fewer than 130 rows can be called like row 17, so the facts are those for all rows");
}

}  // namespace
}  // namespace explainee::explain::local_test
