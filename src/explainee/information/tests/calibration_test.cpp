// explainee/information/tests/calibration_test.cpp: how often intervals cover and tests reject, by repetition, beside
// what version 0.1 did.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>

#include "explainee/information/gaussian/gaussian_interval.h"
#include "explainee/information/gaussian/gaussian_measure.h"
#include "explainee/information/gaussian/independence.h"
#include "explainee/information/jackknife.h"
#include "explainee/information/special_functions.h"
#include "explainee/information/testing/measured_rows.h"
#include "explainee/information/testing/odd_rows.h"
#include "explainee/search/problem/evaluate.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::information::calibration_test {
namespace {

using search::brute_force::sweep_size;

/// A table to draw: what is known, two facts, the prediction.
struct Scene {
  Spread spread = Spread::kGaussian;
  bool nonlinear = false;
  bool binary = false;
  double strength = 0;
  bool known = true;
  Eigen::Index rows = 100;

  [[nodiscard]] bool gaussian() const { return spread == Spread::kGaussian && !nonlinear && !binary; }
  [[nodiscard]] std::string name() const {
    std::string text(nonlinear ? "nonlinear" : binary ? "binary" : name_of(spread));
    text += known ? ", u" : ", no u";
    return text + ", strength " + std::to_string(strength).substr(0, 3) + ", rows " + std::to_string(rows);
  }
};

Eigen::MatrixXd draw(const Scene& scene, Eigen::Index rows, base::Random& random) {
  Eigen::MatrixXd cells = draw_odd_rows(scene.spread, rows, 3, random);
  for (Eigen::Index i = 0; i < rows; ++i) {
    auto row = cells.row(i);
    for (const Eigen::Index fact : {1, 2}) {
      row[fact] += 0.5 * row[0];
      if (scene.binary) row[fact] = row[fact] > 0 ? 1 : 0;
    }
    // What is told is not what the noise grows with alone, and not straight.
    const double first = scene.nonlinear ? row[1] + 0.7 * row[1] * row[1] : row[1];
    const double second = scene.nonlinear ? std::abs(row[2]) : row[2];
    row[3] += row[0] + scene.strength * (first + 0.5 * second);
  }
  return cells;
}

MeasuredSet measured(Eigen::MatrixXd cells, bool known, std::vector<int> blocks = {}, bool full = true) {
  constexpr std::size_t kFolds = 20;
  MeasuredRows rows(std::move(cells), {}, kFolds);
  rows.block_of = std::move(blocks);
  SetToMeasure set;
  set.facts = {{{1}}, {{2}}};
  set.in_full = set.by_folds = full;
  set.tested = true;
  const std::vector<SetToMeasure> sets = {set};
  const Material material = rows.material(known ? std::vector<int>{0} : std::vector<int>{}, {3});
  return GaussianMeasure(material).measure(sets, {}).value().front();
}

/// Version 0.1: the jackknife of log I around the uncorrected value.
Interval interval_then(const MeasuredSet& set) {
  std::vector<double> logs;
  for (const double nats : set.searched.delete_one) logs.push_back(std::log(nats));
  const double reach = student_quantile(0.975, static_cast<double>(logs.size()) - 1) * jackknife_standard_error(logs);
  return {set.nats * std::exp(-reach), set.nats * std::exp(reach)};
}

double removed(double nats) { return -std::expm1(-2 * nats); }

struct Coverage {
  double now = 0;
  double then = 0;
  double width = 0;   ///< on the scale of R²
  double oracle = 0;  ///< of an interval that knows how the centre varies
  double exact = 0;   ///< of Gaussian rows: of the exact interval, which knows that they are
};

/// Of so many rows that it hardly varies.
double true_nats(const Scene& scene) {
  if (scene.strength == 0) return 0;
  base::Random random(10);
  const auto rows = static_cast<Eigen::Index>(20000 + std::min<std::uint64_t>(sweep_size(100000), 400000));
  MeasuredRows population(draw(scene, rows, random), {}, 1);
  const std::vector<int> known = scene.known ? std::vector<int>{0} : std::vector<int>{};
  const std::vector<FactColumns> facts = {{{1}}, {{2}}};
  const Material material = population.material(known, {3});
  const PersonProblem problem = make_problem(material.situation, facts, *material.total);
  const search::Set both = {0, 1};
  return search::evaluate(problem.problem, both).nats;
}

Coverage coverage(const Scene& scene, double truth, int tables) {
  base::Random random(11, static_cast<std::uint64_t>(scene.rows));
  Coverage found;
  double sum = 0;
  double squares = 0;
  for (int table = 0; table < tables; ++table) {
    const MeasuredSet set = measured(draw(scene, scene.rows, random), scene.known);
    const Interval interval = set.interval.value_or(Interval{1, 0});
    found.now += interval.covers(truth) ? 1.0 / tables : 0;
    found.then += interval_then(set).covers(truth) ? 1.0 / tables : 0;
    found.width += (removed(interval.high) - removed(interval.low)) / tables;
    if (scene.gaussian()) {
      const double degrees = static_cast<double>(scene.rows) - (scene.known ? 2 : 1);
      const Interval exact = *gaussian_interval_nats(set.nats, degrees, 2, 1);
      found.exact += (removed(exact.high) - removed(exact.low)) / tables;
    }
    sum += removed(set.corrected_nats);
    squares += std::pow(removed(set.corrected_nats), 2);
  }
  found.oracle = 2 * 1.96 * std::sqrt(squares / tables - std::pow(sum / tables, 2));
  std::cout << std::fixed << std::setprecision(3) << "    " << scene.name() << ", R² " << removed(truth) << ": covers "
            << found.now << " (0.1: " << found.then << "), width " << found.width / found.oracle << " of the oracle's";
  if (scene.gaussian()) std::cout << ", " << found.width / found.exact << " of the exact one's";
  std::cout << std::endl;
  return found;
}

std::vector<Scene> scenes() {
  std::vector<Scene> all;
  for (const double strength : {0.0, 0.3, 1.0}) {
    for (const Spread spread : {Spread::kGaussian, Spread::kStudent6, Spread::kSkew, Spread::kUnequal}) {
      all.push_back({.spread = spread, .strength = strength, .known = true});
      if (strength == 1) all.push_back({.spread = spread, .strength = strength, .known = false});
    }
    all.push_back({.binary = true, .strength = strength, .known = strength < 1});
    if (strength > 0) all.push_back({.nonlinear = true, .strength = strength, .known = strength < 1});
  }
  return all;
}

TEST(Calibration, IntervalsCover) {
  const auto tables = std::max(25, static_cast<int>(sweep_size(100)));  // fewer do not say how far figures spread
  for (Scene scene : scenes()) {
    const double truth = true_nats(scene);
    for (const Eigen::Index rows : {100, 400}) {
      scene.rows = rows;
      const Coverage found = coverage(scene, truth, tables);
      const double wanted = scene.strength == 0 ? 0.95 : rows >= 400 ? 0.93 : 0.9;
      EXPECT_GE(found.now, wanted - 3 * std::sqrt(wanted * (1 - wanted) / tables)) << scene.name();
      // Where nothing is told the centre varies as χ² does, and no interval of its spread alone would hold.
      if (scene.gaussian()) {
        EXPECT_LE(found.width, (scene.strength == 0 ? 1.75 : 1.5) * found.exact * (1 + 2 / std::sqrt(tables)))
            << scene.name();
      }
      if (scene.strength == 0) continue;
      EXPECT_LE(found.width, 1.5 * found.oracle * (1 + 2 / std::sqrt(tables))) << scene.name();
    }
  }
}

/// Useless facts: blocks of rows share most of all their numbers.
Eigen::MatrixXd draw_blocks(Spread spread, Eigen::Index rows, int block, base::Random& random) {
  Eigen::MatrixXd cells = draw_odd_rows(spread, rows, 3, random);
  if (block > 1) {
    const Eigen::MatrixXd shared = draw_odd_rows(spread, rows / block, 3, random);
    for (Eigen::Index i = 0; i < rows; ++i) cells.row(i) = 0.5 * cells.row(i) + 0.85 * shared.row(i / block);
  }
  for (const Eigen::Index fact : {1, 2}) cells.col(fact) += 0.5 * cells.col(0);
  // Unequal variances also where the facts are large, not only where u is.
  if (spread == Spread::kUnequal) cells.col(3).array() *= (0.2 + cells.col(1).array().square()).sqrt();
  cells.col(3) += cells.col(0);
  return cells;
}

TEST(Calibration, TestsRejectOneUselessSetInTwenty) {
  const auto tables = static_cast<int>(sweep_size(150));
  const double slack = 3 * std::sqrt(0.07 * 0.93 / tables);
  struct Shape {
    int block;
    Eigen::Index rows;
  };
  for (const Shape shape : {Shape{1, 60}, Shape{1, 200}, Shape{1, 1000}, Shape{5, 300}, Shape{10, 600}}) {
    for (const Spread spread : kSpreads) {
      int now = 0;
      int then = 0;
      for (int table = 0; table < tables; ++table) {
        base::Random random(static_cast<std::uint64_t>(table) + 1, static_cast<std::uint64_t>(shape.rows));
        std::vector<int> blocks;
        for (int i = 0; i < shape.rows && shape.block > 1; ++i) blocks.push_back(i / shape.block);
        const MeasuredSet set = measured(draw_blocks(spread, shape.rows, shape.block, random), true, blocks, false);
        now += *set.p_value < 0.05 ? 1 : 0;
        then += *independence_p_value(set.nats, static_cast<double>(shape.rows) - 2, 2, 1) < 0.05 ? 1 : 0;
      }
      const double share = now / static_cast<double>(tables);
      EXPECT_LE(share, (spread == Spread::kStudent4 ? 0.1 : 0.07) + slack) << name_of(spread) << ", " << shape.rows;
      EXPECT_GE(share, 0.035 - slack) << name_of(spread) << ", " << shape.rows;
      std::cout << std::fixed << std::setprecision(3) << "    " << name_of(spread) << ", rows " << shape.rows
                << " in blocks of " << shape.block << ": rejects " << share
                << " (0.1: " << then / static_cast<double>(tables) << ')' << std::endl;
    }
  }
}

}  // namespace
}  // namespace explainee::information::calibration_test
