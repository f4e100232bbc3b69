#include "explainee/information/classes/class_measure.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "explainee/base/errors/speech.h"
#include "explainee/information/registry.h"
#include "explainee/information/special_functions.h"
#include "explainee/information/testing/measured_rows.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::information {
namespace {

/// Columns: what she has (0, 1, 2), a fact with 3 values, a fact with 2, a number, the class as 0 or 1.
Eigen::MatrixXd draw_classes(int rows, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd values(rows, 5);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto u = static_cast<double>(random.below(3));
    const auto x = static_cast<double>(random.below(3));
    const auto z = static_cast<double>(random.below(2));
    const double number = random.normal();
    const double chance = 1 / (1 + std::exp(-(u - 1 + 0.8 * (x - 1) + 1.5 * number)));
    values.row(i) << u, x, z, number, random.uniform() < chance ? 1.0 : 0.0;
  }
  return values;
}

Material about_class(MeasuredRows& rows, const std::vector<int>& known) {
  Material material = rows.material(known, {4});
  material.classes = Classes{{4}, {0, 1}, {"0", "1"}};
  return material;
}

SetToMeasure ask(const std::vector<int>& columns) {
  SetToMeasure set;
  for (const int column : columns) set.facts.push_back({{column}});
  set.in_full = set.tested = true;
  set.claim.kind = Claim::Kind::kBestOfAll;
  return set;
}

std::vector<MeasuredSet> measure_classes(const Material& material, const std::vector<SetToMeasure>& sets) {
  return ClassMeasure(material).measure(sets, {}).value();
}

/// I(x; y|u) and H(y|u) from shares of weight, summed over every combination of values.
std::pair<double, double> counted(const MeasuredRows& rows, const std::vector<int>& known,
                                  const std::vector<int>& facts) {
  using Cell = std::vector<double>;
  std::map<std::tuple<Cell, Cell, double>, double> uxy;
  std::map<std::tuple<Cell, Cell>, double> ux;
  std::map<std::tuple<Cell, double>, double> uy;
  std::map<Cell, double> of_u;
  double total = 0;
  for (Eigen::Index i = 0; i < rows.values().rows(); ++i) {
    Cell u;
    Cell x;
    for (const int column : known) u.push_back(rows.values()(i, column));
    for (const int column : facts) x.push_back(rows.values()(i, column));
    const double y = rows.values()(i, 4);
    const double w = rows.weights()[i];
    uxy[{u, x, y}] += w;
    ux[{u, x}] += w;
    uy[{u, y}] += w;
    of_u[u] += w;
    total += w;
  }
  double nats = 0;
  double open = 0;
  for (const auto& [cell, w] : uxy) {
    const auto& [u, x, y] = cell;
    nats += w / total * std::log(w * of_u[u] / (ux[{u, x}] * uy[{u, y}]));
    open -= w / total * std::log(uy[{u, y}] / of_u[u]);
  }
  return {nats, open};
}

/// Mean log-likelihood of a logistic regression on these columns, by plain gradient ascent with a step that adapts.
double fitted(const MeasuredRows& rows, const std::vector<int>& columns) {
  Eigen::MatrixXd design(rows.values().rows(), static_cast<Eigen::Index>(columns.size()) + 1);
  design.leftCols(design.cols() - 1) = rows.values()(Eigen::all, columns);
  design.col(design.cols() - 1).setOnes();
  const Eigen::VectorXd y = rows.values().col(4);
  const double total = rows.weights().sum();
  const auto likelihood = [&](const Eigen::VectorXd& slopes) {
    const Eigen::VectorXd score = design * slopes;
    double sum = 0;
    for (Eigen::Index i = 0; i < y.size(); ++i)
      sum += rows.weights()[i] * (y[i] * score[i] - std::log1p(std::exp(score[i])));
    return sum / total;
  };
  Eigen::VectorXd slopes = Eigen::VectorXd::Zero(design.cols());
  double best = likelihood(slopes);
  double step = 1;
  for (int pass = 0; pass < 20000 && step > 1e-12; ++pass) {
    const Eigen::VectorXd chance = (1 + (-(design * slopes).array()).exp()).inverse();
    const Eigen::VectorXd gradient = design.transpose() * rows.weights().cwiseProduct(y - chance) / total;
    const Eigen::VectorXd next = slopes + step * gradient;
    const double value = likelihood(next);
    if (value > best) {
      best = value;
      slopes = next;
      step *= 1.2;
    } else {
      step /= 2;
    }
  }
  return best;
}

TEST(ClassMeasure, CountsCells) {
  base::Random random(9);
  Eigen::VectorXd weights(900);
  for (double& weight : weights) weight = 0.5 + random.uniform();
  for (const Eigen::VectorXd& of_rows : {Eigen::VectorXd(), weights}) {
    MeasuredRows rows(draw_classes(900, 1), of_rows, 5);
    const std::vector<MeasuredSet> found = measure_classes(about_class(rows, {0}), {ask({1, 2}), ask({1}), ask({})});
    const std::vector<std::vector<int>> facts = {{1, 2}, {1}, {}};
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const auto [nats, open] = counted(rows, {0}, facts[i]);
      EXPECT_NEAR(found[i].nats, nats, 1e-12);
      EXPECT_NEAR(*found[i].open_nats, open, 1e-12);
      EXPECT_TRUE(found[i].chances->counted);
      EXPECT_EQ(found[i].interval.has_value(), !facts[i].empty());
      EXPECT_EQ(found[i].claim.objective, Claim::Objective::kClassIndicators);
      EXPECT_EQ(found[i].claim.kind, Claim::Kind::kBestOfAll);
    }
    EXPECT_EQ(rows.passes, 2);  // once more to see whether cells are thin
  }
}

TEST(ClassMeasure, FitsChancesWhereThereAreTooManyCells) {
  MeasuredRows rows(draw_classes(300, 2), {}, 5);
  const std::vector<MeasuredSet> found = measure_classes(about_class(rows, {0}), {ask({3}), ask({1})});
  const double before = fitted(rows, {0});
  EXPECT_NEAR(found[0].nats, fitted(rows, {0, 3}) - before, 1e-7);
  EXPECT_NEAR(*found[0].open_nats, -before, 1e-7);
  EXPECT_NEAR(found[1].nats, fitted(rows, {0, 1}) - before, 1e-7);  // in the same way, since people compare them
  EXPECT_FALSE(found[1].chances->counted);
  EXPECT_GE(found[0].chances->right_after, found[0].chances->right_before);
}

TEST(ClassMeasure, ASetThatIsAskedAboutTwiceIsMeasuredOnce) {
  MeasuredRows rows(draw_classes(300, 2), {}, 5);
  const std::vector<MeasuredSet> found = measure_classes(about_class(rows, {0}), {ask({3}), ask({1}), ask({3})});
  const std::vector<MeasuredSet> alone = measure_classes(about_class(rows, {0}), {ask({3}), ask({1})});
  EXPECT_EQ(found[2].nats, alone[0].nats);
  EXPECT_EQ(found[1].nats, alone[1].nats);
}

TEST(ClassMeasure, ManyRowsAreFittedInFewerPassesWithTheSameResult) {
  const Eigen::MatrixXd values = draw_classes(40000, 6);
  MeasuredRows rows(values, {}, 5);
  const std::vector<MeasuredSet> found = measure_classes(about_class(rows, {0}), {ask({3})});
  const double before = fitted(rows, {0});
  EXPECT_NEAR(found[0].nats, fitted(rows, {0, 3}) - before, 1e-9);
  EXPECT_LE(rows.passes, 7);  // counting, some rows, at most four for all, reading; without the start eight
  // Sorted by class, and a class that some rows have hardly seen: nothing goes wrong, however it starts.
  Eigen::MatrixXd sorted = values;
  Eigen::Index next = 0;
  for (const double own : {0.0, 1.0}) {
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
      if (values(i, 4) == own) sorted.row(next++) = values.row(i);
    }
  }
  MeasuredRows in_order(sorted, {}, 5);
  EXPECT_NEAR(measure_classes(about_class(in_order, {0}), {ask({3})})[0].nats, found[0].nats, 1e-9);
  Eigen::MatrixXd rare = values;
  for (Eigen::Index i = 0; i < rare.rows(); ++i) rare(i, 4) = i % 999 == 1 ? 1 : 0;
  MeasuredRows few(rare, {}, 5);
  EXPECT_NEAR(measure_classes(about_class(few, {0}), {ask({3})})[0].nats, fitted(few, {0, 3}) - fitted(few, {0}), 1e-9);
}

TEST(ClassMeasure, SetsBesideTheAnswerDoNotChangeHowItIsMeasured) {
  MeasuredRows rows(draw_classes(900, 3), {}, 5);
  SetToMeasure beside = ask({3});
  beside.compared = false;
  const std::vector<MeasuredSet> found = measure_classes(about_class(rows, {}), {ask({1}), beside});
  EXPECT_TRUE(found[0].chances->counted);
  EXPECT_FALSE(found[1].chances->counted);
  EXPECT_NEAR(found[0].nats, counted(rows, {}, {1}).first, 1e-12);
}

TEST(ClassMeasure, SurpriseOfARow) {
  MeasuredRows rows(draw_classes(900, 4), {}, 5);
  Material material = about_class(rows, {0});
  double sum = 0;
  constexpr int kLooked = 900;
  for (int row = 0; row < kLooked; row += 100) {
    material.row = row;
    double same_x = 0, same_xy = 0, same_u = 0, same_uy = 0;
    for (Eigen::Index i = 0; i < 900; ++i) {
      const bool u = rows.values()(i, 0) == rows.values()(row, 0);
      const bool x = u && rows.values()(i, 1) == rows.values()(row, 1);
      const bool y = rows.values()(i, 4) == rows.values()(row, 4);
      same_u += u ? 1 : 0;
      same_uy += u && y ? 1 : 0;
      same_x += x ? 1 : 0;
      same_xy += x && y ? 1 : 0;
    }
    const MeasuredSet found = measure_classes(material, {ask({1})}).front();
    EXPECT_NEAR(*found.row_nats, std::log(same_xy / same_x) - std::log(same_uy / same_u), 1e-12);
    sum += *found.row_nats;
  }
  EXPECT_NE(sum, 0);
}

TEST(ClassMeasure, WhatDecidesTheClassLeavesNothingToExplain) {
  Eigen::MatrixXd values = draw_classes(300, 5);
  values.col(4) = (values.col(3).array() > 0).cast<double>();
  MeasuredRows rows(values, {}, 5);
  const MeasuredSet found = measure_classes(about_class(rows, {3}), {ask({1})}).front();
  EXPECT_EQ(found.claim.kind, Claim::Kind::kNothingToExplain);
  EXPECT_EQ(found.claim.bound_nats, std::optional(0.0));
  EXPECT_LT(*found.open_nats, 1e-6);
}

/// Each row stands four times in its block: a table of a quarter of the rows.
TEST(ClassMeasure, OfBlocksTheErrorsAreThoseOfTheirSums) {
  const Eigen::MatrixXd few = draw_classes(400, 6);
  MeasuredRows once(few, {}, 5);
  const MeasuredSet alone = measure_classes(about_class(once, {}), {ask({1})}).front();
  Eigen::MatrixXd many(1600, few.cols());
  for (Eigen::Index i = 0; i < 1600; ++i) many.row(i) = few.row(i / 4);
  MeasuredRows rows(many, {}, 5);
  for (int i = 0; i < 1600; ++i) rows.block_of.push_back(i / 4);
  for (const std::vector<int>& facts : {std::vector<int>{1}, {3}}) {  // counted, and fitted
    const MeasuredSet found = measure_classes(about_class(rows, {}), {ask(facts)}).front();
    const MeasuredSet single = measure_classes(about_class(once, {}), {ask(facts)}).front();
    ASSERT_TRUE(found.interval && single.interval);
    EXPECT_EQ(found.test, TestBasis::kSignFlips);
    EXPECT_EQ(found.blocks, 400);
    EXPECT_NEAR(found.nats, single.nats, 1e-7);
    const double width = found.interval->high - found.interval->low;
    EXPECT_NEAR(width / (single.interval->high - single.interval->low), 1, 0.1);
  }
  EXPECT_NE(alone.test, TestBasis::kSignFlips);
}

TEST(ClassMeasure, ThinCellsAreTestedByDealingFactsAnew) {
  Eigen::MatrixXd rare = draw_classes(200, 6);
  base::Random random(3);
  for (double& y : rare.col(4)) y = random.uniform() < 0.04 ? 1 : 0;  // few of this class
  MeasuredRows rows(rare, {}, 5);
  const MeasuredSet found = measure_classes(about_class(rows, {}), {ask({1})}).front();
  EXPECT_EQ(found.test, TestBasis::kPermutation);
  EXPECT_GT(*found.p_value, 0.01);
  MeasuredRows enough(draw_classes(900, 6), {}, 5);
  const MeasuredSet likely = measure_classes(about_class(enough, {}), {ask({1})}).front();
  EXPECT_EQ(likely.test, TestBasis::kLikelihood);
  EXPECT_NEAR(*likely.p_value, chi_squared_tail(1800 * likely.nats, 2), 1e-12);
}

/// Nominal 95 %: y goes with one fact of three values, given u; and not with another.
TEST(ClassMeasure, IntervalsCoverWhatIsTold) {
  const auto tables = static_cast<int>(search::brute_force::sweep_size(200));
  MeasuredRows population(draw_classes(60000, 99), {}, 2);
  const double told = counted(population, {0}, {1}).first;
  int covered = 0;
  int nothing = 0;
  for (int table = 0; table < tables; ++table) {
    MeasuredRows rows(draw_classes(400, static_cast<std::uint64_t>(table) + 1), {}, 2);
    const std::vector<MeasuredSet> found = measure_classes(about_class(rows, {0}), {ask({1}), ask({2})});
    covered += found[0].interval->covers(told) ? 1 : 0;
    nothing += found[1].interval->low == 0 ? 1 : 0;
    EXPECT_LE(found[0].interval->high, *found[0].open_nats);
  }
  EXPECT_GE(covered / static_cast<double>(tables), 0.93 - 3 * std::sqrt(0.93 * 0.07 / tables));
  EXPECT_GE(nothing / static_cast<double>(tables), 0.95 - 3 * std::sqrt(0.95 * 0.05 / tables));
  search::brute_force::say_count("class intervals that cover, of " + std::to_string(tables),
                                 static_cast<std::uint64_t>(covered));
  search::brute_force::say_count("class intervals of nothing that contain 0, of " + std::to_string(tables),
                                 static_cast<std::uint64_t>(nothing));
}

TEST(Registry, AutoTakesWhatApplies) {
  MeasuredRows rows(draw_classes(60, 7), {}, 3);
  const Material numbers = rows.material({}, {4});
  Material classes = about_class(rows, {});
  EXPECT_EQ(make_measure("auto", numbers).value()->name(), "gaussian");
  EXPECT_EQ(make_measure("auto", classes).value()->name(), "discrete");
  classes.rows = nullptr;
  EXPECT_EQ(make_measure("auto", classes).error().code, base::ErrorCode::kInternal);
  std::set<std::string_view> names;
  for (const Estimator& estimator : estimators()) EXPECT_TRUE(names.insert(estimator.name).second);
}

/// Numbers of which there are moments alone.
Material rows_left_behind(MeasuredRows& rows) {
  Material material = rows.material({}, {4});
  material.rows = nullptr;
  return material;
}

TEST(Registry, WhatChecksFromRowsLeavesTheMeasureAsItIs) {
  MeasuredRows rows(draw_classes(60, 7), {}, 3);
  for (const std::string name : {"knn", "copula", "discrete"}) {
    EXPECT_EQ(make_measure(name, rows.material({}, {4})).value()->name(), "gaussian");
    EXPECT_EQ(find_diagnostic(name, rows.material({}, {4}))->name, name);
  }
  EXPECT_EQ(make_measure("knn", about_class(rows, {})).value()->name(), "discrete");
  EXPECT_EQ(find_diagnostic("discrete", about_class(rows, {})), nullptr);  // there it is the measure
  EXPECT_EQ(find_diagnostic("auto", about_class(rows, {})), nullptr);
}

TEST(Registry, WhatIsNotForAPredictionSaysWhatItIsFor) {
  MeasuredRows rows(draw_classes(60, 7), {}, 3);
  const auto said = [](const std::string& name, const Material& material) {
    return base::text(make_measure(name, material).error(), base::command_line());
  };
  EXPECT_EQ(said("gaussian", about_class(rows, {})),
            "--estimator gaussian is for predictions that are numbers, not classes");
  EXPECT_EQ(said("copula", about_class(rows, {})),
            "--estimator copula is for predictions that are numbers, not classes");
  Material moments = about_class(rows, {});
  moments.rows = nullptr;
  EXPECT_TRUE(said("discrete", moments).starts_with("--estimator discrete is for a prediction that"));
  EXPECT_TRUE(said("knn", rows_left_behind(rows)).starts_with("--estimator knn needs the rows"));
  EXPECT_EQ(
      said("gausian", rows.material({}, {4})),
      "--estimator: 'gausian' is not known; choose auto, discrete, gaussian, knn, copula; did you mean 'gaussian'?");
}

}  // namespace
}  // namespace explainee::information
