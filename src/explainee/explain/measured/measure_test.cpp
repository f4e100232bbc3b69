#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/naive_moments.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/information/classes/classes.h"

namespace explainee::explain::measure_test {
namespace {

using testing::SmallTable;
using Names = std::vector<std::string>;

request::Request about_numbers(int sparsity) {
  request::Request request = testing::about_p(sparsity);
  request.facts.features = {"a", "b", "c"};
  return request;
}

Eigen::MatrixXd columns_of(const SmallTable& rows, const Names& names) {
  std::vector<std::vector<double>> columns;
  for (const std::string& name : names) columns.push_back(name == "a" ? rows.a : name == "b" ? rows.b : rows.c);
  return testing::beside(columns);
}

TEST(MeasureSets, EverySetIsMeasuredForThisPerson) {
  const SmallTable rows;
  request::Request request = about_numbers(2);
  request.facts.features = {"a", "b", "town"};
  request.who.summary = {"c"};
  Composition c = testing::chosen(rows.input(), request);
  EXPECT_TRUE(find_impersonal(c).ok());
  ASSERT_TRUE(measure_sets(c, std::nullopt).ok());
  const auto naive = [&](const Names& names) {
    std::vector<std::vector<double>> columns;
    for (const std::string& name : names) {
      if (name == "town") columns.push_back(testing::where(rows.town, "Rome"));
      if (name == "town") columns.push_back(testing::where(rows.town, "Turku"));
      if (name != "town") columns.push_back(name == "a" ? rows.a : rows.b);
    }
    return testing::nats_told(testing::beside({rows.c}), testing::beside(columns), testing::beside({rows.p}));
  };
  std::vector<const ListedSet*> sets = {&c.chosen, &*c.impersonal_all, &*c.impersonal_unknown};
  for (const ListedSet& other : c.alternatives) sets.push_back(&other);
  for (const ListedPoint& point : c.curve) sets.push_back(&point.set);
  EXPECT_GE(sets.size(), 6U);
  for (const ListedSet* set : sets) EXPECT_NEAR(set->measured.nats, naive(testing::names_of(set->facts)), 1e-10);
  EXPECT_EQ(c.estimator, "gaussian");
}

TEST(MeasureSets, TheAnswerIsMeasuredInFull) {
  const SmallTable rows;
  Composition unweighed = testing::chosen(rows.input(), about_numbers(1));
  ASSERT_TRUE(measure_sets(unweighed, std::nullopt).ok());
  EXPECT_FALSE(unweighed.chosen.measured.interval.has_value());  // nobody knows how freely it was chosen
  Composition c = testing::chosen(rows.input(), about_numbers(1));
  weigh_procedure(c);
  ASSERT_TRUE(measure_sets(c, std::nullopt).ok());
  EXPECT_TRUE(c.chosen.measured.interval.has_value());
  EXPECT_EQ(c.chosen.measured.searched.delete_one.size(), 20U);
  EXPECT_FALSE(c.chosen.measured.p_value.has_value());  // it was chosen after looking
  EXPECT_EQ(c.chosen.measured.claim.kind, c.answer.claim.kind);
  Composition judged = testing::judged(rows.input(), about_numbers(1));
  ASSERT_TRUE(measure_sets(judged, std::nullopt).ok());
  EXPECT_TRUE(judged.chosen.measured.p_value.has_value());
}

TEST(MeasureSets, SetsThatTheRowsCannotTellApartAreSaidToBe) {
  SmallTable rows;
  std::vector<double> near = rows.a;
  const Eigen::MatrixXd noise = testing::normal_cells(120, 1, 9);
  for (std::size_t i = 0; i < near.size(); ++i) near[i] += 0.02 * noise(static_cast<Eigen::Index>(i), 0);
  rows.table.add("nearly a", near);
  request::Request request = about_numbers(1);
  request.facts.features = {"a", "c", "nearly a"};
  Composition c = testing::chosen(rows.input(), request);
  ASSERT_TRUE(measure_sets(c, std::nullopt).ok());
  ASSERT_EQ(c.alternatives.size(), 2U);
  EXPECT_EQ(c.alternatives[0].indistinguishable, true);   // a, or nearly a
  EXPECT_EQ(c.alternatives[1].indistinguishable, false);  // c tells nothing
}

TEST(MeasureSets, OfAClassCellsAreCounted) {
  SmallTable rows(400);
  const std::vector<double> rome = testing::where(rows.town, "Rome");
  rows.table.add("rome", rome);
  rows.table.add("sign", [&] {
    std::vector<double> sign;
    for (const double a : rows.a) sign.push_back(a > 0 ? 1 : 0);
    return sign;
  }());
  request::Request request = testing::about_p(1);
  request.what.prediction = {"sign"};
  request.facts.features = {"rome"};
  Composition c = testing::chosen(rows.input(), request);
  const int sign = c.setting.predictions.front();
  const double shift = c.gathered.moments->columns[static_cast<std::size_t>(sign)].shift;
  c.answer.label.emplace();
  ASSERT_TRUE(measure_sets(c, information::Classes{{sign}, {0 - shift, 1 - shift}, {"0", "1"}}).ok());
  double cells[2][2] = {{0, 0}, {0, 0}};
  for (std::size_t i = 0; i < 400; ++i) cells[rome[i] > 0 ? 1 : 0][rows.a[i] > 0 ? 1 : 0] += 1.0 / 400;
  double nats = 0;
  for (int x = 0; x < 2; ++x) {
    for (int y = 0; y < 2; ++y)
      nats += cells[x][y] * std::log(cells[x][y] / (cells[x][0] + cells[x][1]) / (cells[0][y] + cells[1][y]));
  }
  EXPECT_NEAR(c.chosen.measured.nats, nats, 1e-12);
  EXPECT_NE(c.estimator, "gaussian");
  EXPECT_FALSE(c.from_moments);
}

TEST(MeasureSets, StoppedTheFiguresThatNeedNoRowsStand) {
  SmallTable rows;
  rows.table.add("sign", testing::where(rows.town, "Rome"));
  request::Request request = about_numbers(1);
  request.what.prediction = {"sign"};
  request.facts.features = {"a", "b"};
  Composition c = testing::chosen(rows.input(), request);
  const int sign = c.setting.predictions.front();
  const double shift = c.gathered.moments->columns[static_cast<std::size_t>(sign)].shift;
  const std::atomic<bool> cancel = true;
  c.control.cancel = &cancel;
  ASSERT_TRUE(measure_sets(c, information::Classes{{sign}, {0 - shift, 1 - shift}, {"0", "1"}}).ok());
  EXPECT_TRUE(c.answer.interrupted);
  EXPECT_EQ(c.estimator, "gaussian");
  EXPECT_NEAR(c.chosen.measured.nats,
              testing::nats_told({}, columns_of(rows, testing::names_of(c.chosen.facts)),
                                 testing::beside({testing::where(rows.town, "Rome")})),
              1e-10);
}

TEST(WeighProcedure, EveryFactHasItsStability) {
  const SmallTable rows;
  Composition c = testing::chosen(rows.input(), about_numbers(3));
  c.request.how.honest = true;
  weigh_procedure(c);
  ASSERT_TRUE(c.honesty.honest_nats.has_value());
  for (const Fact& fact : c.answer.facts) {
    const auto at = static_cast<std::size_t>(fact.name == "a" ? 0 : fact.name == "b" ? 1 : 2);
    EXPECT_EQ(fact.stability, c.honesty.feature_stability.at(at));
  }
  EXPECT_EQ(c.answer.facts[0].stability, 1);  // a
}

TEST(WeighProcedure, IsNotDoneWhereNothingWasChosen) {
  const SmallTable rows;
  Composition judged = testing::judged(rows.input(), about_numbers(1));
  weigh_procedure(judged);
  EXPECT_FALSE(judged.honesty.honest_nats.has_value());
  request::Request lasso = about_numbers(1);
  lasso.how.method = request::Method::kLasso;
  Composition c = testing::chosen(rows.input(), lasso);
  weigh_procedure(c);
  EXPECT_FALSE(c.honesty.honest_nats.has_value());
}

TEST(WeighProcedure, OfManyCandidatesOnlyWhenAskedFor) {
  data::MemoryTable table;
  const Eigen::MatrixXd cells = testing::normal_cells(300, 202, 4);
  for (Eigen::Index j = 0; j < 201; ++j) {
    const Eigen::VectorXd x = cells.col(j);
    table.add("x" + std::to_string(j), std::vector<double>(x.begin(), x.end()));
  }
  const Eigen::VectorXd p = cells.col(201) + 2 * cells.col(5);
  table.add("p", std::vector<double>(p.begin(), p.end()));
  request::Request request = testing::about_p(1);
  Composition c = testing::chosen({.table = data::Dataset::borrow(table)}, request);
  weigh_procedure(c);
  EXPECT_FALSE(c.honesty.honest_nats.has_value());
  c.request.how.honest = true;
  weigh_procedure(c);
  EXPECT_TRUE(c.honesty.honest_nats.has_value());
}

TEST(WeighProcedure, FoldsThatAreTooSmallAreWarnedOf) {
  const SmallTable rows(13);
  Composition c = testing::chosen(rows.input(), about_numbers(1));
  c.request.how.honest = true;
  weigh_procedure(c);
  ASSERT_EQ(c.answer.warnings.size(), 1U);
  EXPECT_EQ(c.answer.warnings[0].code, "too_few_rows_for_folds");
}

}  // namespace
}  // namespace explainee::explain::measure_test
