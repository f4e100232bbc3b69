#include "explainee/explain/supported/told_by_folds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "explainee/explain/supported/fold_fits.h"
#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/naive_moments.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::told_by_folds_test {
namespace {

/// Columns u, then facts, then predictions; row i lies in fold i modulo `count`.
struct FoldedRows {
  Eigen::MatrixXd rows;
  std::vector<moments::Fold> folds;
  Setting setting;

  FoldedRows(Eigen::MatrixXd cells, int facts, std::size_t count, bool knows = true) : rows(std::move(cells)) {
    folds = testing::folds_of(rows, count);
    setting.folds = folds;
    setting.summary_weights = Eigen::MatrixXd::Zero(rows.cols(), knows ? 1 : 0);
    if (knows) setting.summary_weights(0, 0) = 1;
    for (int x = 1; x <= facts; ++x) setting.candidates.push_back(testing::candidate_of("x" + std::to_string(x), {x}));
    for (int p = facts + 1; p < rows.cols(); ++p) setting.predictions.push_back(p);
    setting.independent = setting.predictions;
  }

  /// The rows of these folds, or all others.
  [[nodiscard]] Eigen::MatrixXd part(const Folds& some, bool in) const {
    std::vector<Eigen::Index> which;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const std::size_t fold = static_cast<std::size_t>(i) % folds.size();
      if ((std::find(some.begin(), some.end(), fold) != some.end()) == in) which.push_back(i);
    }
    return rows(which, Eigen::all);
  }
};

Eigen::MatrixXd with_one(const Eigen::MatrixXd& columns) {
  Eigen::MatrixXd all(columns.rows(), columns.cols() + 1);
  all << Eigen::VectorXd::Ones(columns.rows()), columns;
  return all;
}

/// What a regression on the columns leaves of the last ones, fitted on some rows, on others.
Eigen::MatrixXd naive_rests(const Eigen::MatrixXd& fitted, const Eigen::MatrixXd& held,
                            const std::vector<Eigen::Index>& on, const std::vector<Eigen::Index>& of) {
  const Eigen::MatrixXd slopes =
      with_one(fitted(Eigen::all, on)).colPivHouseholderQr().solve(Eigen::MatrixXd(fitted(Eigen::all, of)));
  return held(Eigen::all, of) - with_one(held(Eigen::all, on)) * slopes;
}

TEST(FoldFits, LeaveOpenWhatARegressionOnTheOtherRowsDoes) {
  Eigen::MatrixXd cells = testing::normal_cells(90, 6, 5);
  cells.col(4) += cells.col(0) + cells.col(2) - 2 * cells.col(3);
  cells.col(5) += 2 * cells.col(2);
  const FoldedRows scene(cells, 3, 6);
  const Folds held{1, 4};
  const FoldFit fit = fit_on_folds(scene.setting, {0, 2, 3, 5}, 2, {});
  ASSERT_EQ(fit.most_facts(), 2U);
  const Eigen::MatrixXd none =
      naive_rests(scene.part(held, false), scene.part(held, true), std::vector<Eigen::Index>{0}, {4, 5});
  const RestSums before = rests_in(scene.setting, fit, held, 0);
  EXPECT_NEAR((before.sum - none.transpose() * none).norm(), 0, 1e-9);
  EXPECT_EQ(before.weight, 30);
  const Eigen::MatrixXd two = naive_rests(scene.part(held, false), scene.part(held, true), {0, 2, 3}, {4, 5});
  EXPECT_NEAR((rests_in(scene.setting, fit, held, 2).sum - two.transpose() * two).norm(), 0, 1e-9);
}

TEST(FoldFits, ResolutionAndNoiseOfFactsStayOpen) {
  Eigen::MatrixXd cells = testing::normal_cells(60, 3, 6);
  cells.col(2) += 3 * cells.col(1);
  FoldedRows scene(cells, 1, 3);
  const RestSums plain = rests_in(scene.setting, fit_on_folds(scene.setting, {0, 1}, 1, {}), {2}, 0);
  scene.setting.resolution_variance = 0.25;
  const RestSums rounded = rests_in(scene.setting, fit_on_folds(scene.setting, {0, 1}, 1, {}), {2}, 0);
  EXPECT_NEAR(rounded.mean_square()(0, 0), plain.mean_square()(0, 0) + 0.25, 1e-12);
}

TEST(ToldByFolds, ChoosesMeasuresAndDecidesWithoutEachPart) {
  Eigen::MatrixXd cells = testing::normal_cells(200, 8, 7);
  cells.col(7) += cells.col(0) + 2 * cells.col(2) - cells.col(5);
  const FoldedRows scene(cells, 6, 20);
  const ToldByFolds told = tell_by_folds(scene.setting, {}, {}).value();
  ASSERT_TRUE(told.decided);
  EXPECT_EQ(told.facts, 2);
  ASSERT_EQ(told.p_values.size(), 3U);
  EXPECT_LT(told.p_values[1], 0.04);
  EXPECT_GT(told.p_values[2], 0.04);
  ASSERT_TRUE(told.held_out);
  // Every part finds the same two facts, so the nested figures are those of a plain cross-validation.
  double squares = 0;
  double open = 0;
  for (std::size_t part = 0; part < 10; ++part) {
    const Folds held{2 * part, 2 * part + 1};
    squares += naive_rests(scene.part(held, false), scene.part(held, true), {0, 2, 5}, {7}).squaredNorm();
    open +=
        naive_rests(scene.part(held, false), scene.part(held, true), std::vector<Eigen::Index>{0}, {7}).squaredNorm();
  }
  EXPECT_NEAR(told.held_out->before[0], std::sqrt(open / 200), 1e-9);
  EXPECT_NEAR(told.held_out->after[0], std::sqrt(squares / 200), 1e-9);
  EXPECT_FALSE(told.held_out->closer);
  EXPECT_NEAR(told.held_out->nats, 0.5 * std::log(open / squares), 3 * told.held_out->error);
}

TEST(ToldByFolds, TellsNothingOfUselessColumns) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const FoldedRows scene(testing::normal_cells(100, 22, seed), 20, 20);
    found += tell_by_folds(scene.setting, {3, true, false}, {}).value().facts > 0 ? 1 : 0;
  }
  EXPECT_LE(found, 7);  // 7 % of 40 tables is 3
}

TEST(ToldByFolds, SeesWhatTellsOnlyTogether) {
  Eigen::MatrixXd cells = testing::normal_cells(300, 6, 9);
  cells.col(2) = cells.col(1) + 0.02 * cells.col(2);  // their difference is what counts
  cells.col(5) = 50 * (cells.col(1) - cells.col(2)) + cells.col(5);
  const FoldedRows scene(cells, 4, 10);
  const ToldByFolds told = tell_by_folds(scene.setting, {3, true, false}, {}).value();
  EXPECT_EQ(told.facts, 2);
  EXPECT_TRUE(told.together);
}

TEST(ToldByFolds, SeveralPredictionsCountTogether) {
  Eigen::MatrixXd cells = testing::normal_cells(200, 7, 11);
  cells.col(5) += 0.8 * cells.col(1);
  cells.col(6) -= 0.8 * cells.col(1);
  const ToldByFolds told = tell_by_folds(FoldedRows(cells, 4, 10).setting, {}, {}).value();
  EXPECT_EQ(told.facts, 1);
  EXPECT_EQ(told.held_out->before.size(), 2);
  const double nats = 0.5 * std::log1p(2 * 0.64);  // of two independent rests
  EXPECT_NEAR(told.held_out->nats, nats, 3 * told.held_out->error);
}

TEST(ToldByFolds, WithTooFewFoldsEverythingIsTold) {
  const Eigen::MatrixXd cells = testing::normal_cells(100, 5, 13);
  for (const std::size_t folds : {1U, 2U}) {
    const ToldByFolds told = tell_by_folds(FoldedRows(cells, 3, folds).setting, {}, {}).value();
    EXPECT_FALSE(told.decided);
    EXPECT_EQ(told.facts, 3);
    EXPECT_FALSE(told.held_out);
  }
  const ToldByFolds few = tell_by_folds(FoldedRows(cells.topRows(40), 3, 20).setting, {}, {}).value();
  EXPECT_TRUE(few.decided);
  EXPECT_FALSE(few.held_out);  // fewer than 50 rows
}

TEST(ToldByFolds, SaysHowManyRowsItsColumnsNeed) {
  const Eigen::MatrixXd cells = testing::normal_cells(200, 44, 17);
  for (const std::size_t folds : {3U, 4U, 12U}) {
    const auto decides = [&](Eigen::Index rows) {
      FoldedRows scene(cells.topRows(rows), 1, folds);
      scene.setting.candidates = {testing::candidate_of("wide", {})};
      for (int column = 1; column <= 42; ++column) scene.setting.candidates.front().columns.push_back(column);
      scene.setting.predictions = scene.setting.independent = {43};
      return tell_by_folds(scene.setting, {1, true, false}, {}).value();
    };
    Eigen::Index fewest = 50;
    while (fewest < 200 && !decides(fewest).decided) ++fewest;
    ASSERT_LT(fewest, 200);
    for (const Eigen::Index rows : {Eigen::Index{50}, fewest})
      EXPECT_EQ(std::ceil(decides(rows).rows_needed), static_cast<double>(fewest)) << folds;
  }
}

}  // namespace
}  // namespace explainee::explain::told_by_folds_test
