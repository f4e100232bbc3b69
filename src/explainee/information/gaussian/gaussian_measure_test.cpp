#include "explainee/information/gaussian/gaussian_measure.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/special_functions/digamma.hpp>

#include "explainee/information/jackknife.h"
#include "explainee/information/registry.h"
#include "explainee/information/testing/measured_rows.h"

namespace explainee::information {
namespace {

constexpr int kNumberRows = 240;
constexpr std::size_t kNumberFolds = 6;

/// Columns: u, x, z, a and b that go with them, a copy of x.
Eigen::MatrixXd draw_numbers(std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd values(kNumberRows, 6);
  for (Eigen::Index i = 0; i < kNumberRows; ++i) {
    const double u = random.normal();
    const double x = 0.6 * u + random.normal();
    const double z = random.normal();
    values.row(i) << u, x, z, u + 0.8 * x + 0.3 * z + random.normal(), 0.5 * z - x + random.normal(), 2 * x;
  }
  return values;
}

/// Residual scatter of some columns after least squares on others and a constant, by orthogonal triangularisation.
Eigen::MatrixXd left_over(const Eigen::MatrixXd& values, const Eigen::VectorXd& weights, const std::vector<int>& on,
                          const std::vector<int>& of) {
  const Eigen::VectorXd root = weights.cwiseSqrt();
  Eigen::MatrixXd design(values.rows(), static_cast<Eigen::Index>(on.size()) + 1);
  design.leftCols(design.cols() - 1) = values(Eigen::all, on);
  design.col(design.cols() - 1).setOnes();
  design = root.asDiagonal() * design;
  const Eigen::MatrixXd wanted = root.asDiagonal() * values(Eigen::all, of);
  const Eigen::MatrixXd rest = wanted - design * design.colPivHouseholderQr().solve(wanted);
  return rest.transpose() * rest;
}

double naive_nats(const Eigen::MatrixXd& values, const Eigen::VectorXd& weights, const std::vector<int>& known,
                  const std::vector<int>& facts, const std::vector<int>& predictions) {
  std::vector<int> both = known;
  both.insert(both.end(), facts.begin(), facts.end());
  return 0.5 * std::log(left_over(values, weights, known, predictions).determinant() /
                        left_over(values, weights, both, predictions).determinant());
}

MeasuredSet measured(Material material, std::vector<FactColumns> facts) {
  SetToMeasure set;
  set.facts = std::move(facts);
  set.in_full = set.by_folds = set.tested = true;
  const std::vector<SetToMeasure> sets = {set};
  return GaussianMeasure(std::move(material)).measure(sets, {}).value().front();
}

/// A shape that took three more degrees of freedom than its column is charged as four columns would be.
TEST(GaussianMeasure, FittedShapesAreChargedForTheirDegrees) {
  MeasuredRows rows(draw_numbers(1), {}, kNumberFolds);
  const Material material = rows.material({0}, {3});
  const MeasuredSet plain = measured(material, {{{1}}, {{2}}});
  FactColumns bent{{1}};
  bent.fitted = 3;
  const MeasuredSet charged = measured(material, {bent, {{2}}});
  const double degrees = kNumberRows - 2;
  using boost::math::digamma;
  EXPECT_EQ(charged.nats, plain.nats);
  EXPECT_NEAR(plain.corrected_nats - charged.corrected_nats,
              0.5 * (digamma((degrees - 2) / 2) - digamma((degrees - 5) / 2)), 1e-12);
  EXPECT_LT(charged.interval->low, plain.interval->low);
}

TEST(GaussianMeasure, ATestThatWasMadeElsewhereIsKept) {
  MeasuredRows rows(draw_numbers(1), {}, kNumberFolds);
  SetToMeasure set;
  set.facts = {{{1}}};
  set.in_full = set.by_folds = set.tested = true;
  set.p_value = 0.3;
  const std::vector<SetToMeasure> sets = {set};
  const MeasuredSet told = GaussianMeasure(rows.material({0}, {3})).measure(sets, {}).value().front();
  EXPECT_EQ(told.p_value, 0.3);
  EXPECT_EQ(told.test, TestBasis::kSignFlips);
  EXPECT_EQ(told.interval->low, 0);  // an interval agrees with its test
}

TEST(GaussianMeasure, AgreesWithLeastSquares) {
  base::Random random(3);
  Eigen::VectorXd weights(kNumberRows);
  for (double& weight : weights) weight = 0.5 + random.uniform();
  for (const Eigen::VectorXd& counted : {Eigen::VectorXd(Eigen::VectorXd::Ones(kNumberRows)), weights}) {
    MeasuredRows rows(draw_numbers(1), counted, kNumberFolds);
    for (const std::vector<int>& known : {std::vector<int>{}, {0}}) {
      for (const std::vector<int>& predictions : {std::vector<int>{3}, {3, 4}}) {
        const MeasuredSet set = measured(rows.material(known, predictions), {{{1}}, {{2}}});
        EXPECT_NEAR(set.nats, naive_nats(rows.values(), counted, known, {1, 2}, predictions), 1e-12);
        EXPECT_FALSE(set.infinite);
        EXPECT_EQ(set.compared_nats, set.nats);  // one column a fact: no charge
        EXPECT_FALSE(set.open_nats.has_value());
      }
    }
  }
  EXPECT_EQ(MeasuredRows(draw_numbers(1), {}, kNumberFolds).passes, 0);
}

TEST(GaussianMeasure, CorrectsTestsAndLeavesFoldsOut) {
  MeasuredRows rows(draw_numbers(2), {}, kNumberFolds);
  const MeasuredSet set = measured(rows.material({0}, {3}), {{{1}}, {{2}}});
  // ½[ψ(n/2) − ψ((n − 2)/2)] with n = rows − 2 degrees left after the mean and u.
  const double n = kNumberRows - 2;
  const double bias = 0.5 * (boost::math::digamma(n / 2) - boost::math::digamma((n - 2) / 2));
  EXPECT_NEAR(set.corrected_nats, set.nats - bias, 1e-12);
  Material moments = rows.material({0}, {3});
  moments.rows = nullptr;
  const MeasuredSet without_rows = measured(moments, {{{1}}, {{2}}});
  const double f = (std::exp(2 * set.nats) - 1) * (n - 2) / 2;
  EXPECT_NEAR(*without_rows.p_value, boost::math::cdf(complement(boost::math::fisher_f(2, n - 2), f)), 1e-12);
  EXPECT_EQ(without_rows.test, TestBasis::kEqualVariances);
  EXPECT_FALSE(without_rows.gaussian_interval.has_value());  // nobody has seen whether they look Gaussian
  EXPECT_EQ(set.test, TestBasis::kSignFlips);
  EXPECT_LT(*set.p_value, 1e-4);
  ASSERT_EQ(set.searched.delete_one.size(), kNumberFolds);
  for (std::size_t fold = 0; fold < kNumberFolds; ++fold) {
    Eigen::VectorXd kept = Eigen::VectorXd::Ones(kNumberRows);
    for (std::size_t i = fold; i < kNumberRows; i += kNumberFolds) kept[static_cast<Eigen::Index>(i)] = 0;
    EXPECT_NEAR(set.searched.delete_one[fold], naive_nats(rows.values(), kept, {0}, {1, 2}, {3}), 1e-11);
  }
  EXPECT_TRUE(set.interval->covers(set.nats));
  EXPECT_TRUE(set.gaussian_interval->covers(set.corrected_nats));
}

TEST(GaussianMeasure, ABlockIsChargedForItsColumns) {
  MeasuredRows rows(draw_numbers(4), {}, kNumberFolds);
  const MeasuredSet block = measured(rows.material({}, {3}), {{{1, 2}}});
  const MeasuredSet apart = measured(rows.material({}, {3}), {{{1}}, {{2}}});
  EXPECT_NEAR(block.nats, apart.nats, 1e-13);
  EXPECT_LT(block.compared_nats, block.nats);
  EXPECT_EQ(block.compared_nats, block.searched.objective_nats());
}

TEST(GaussianMeasure, NoiseOfAFactMakesItTellLess) {
  MeasuredRows rows(draw_numbers(5), {}, kNumberFolds);
  const MeasuredSet plain = measured(rows.material({}, {3}), {{{1}}});
  const MeasuredSet noisy = measured(rows.material({}, {3}), {{{1}, 4.0}});
  const double before = left_over(rows.values(), rows.weights(), {}, {3})(0, 0);
  const Eigen::MatrixXd both = left_over(rows.values(), rows.weights(), {}, {1, 3});
  const double after = before - both(0, 1) * both(0, 1) / (both(0, 0) + 4.0 * kNumberRows);
  EXPECT_NEAR(noisy.nats, 0.5 * std::log(before / after), 1e-12);
  EXPECT_EQ(*noisy.p_value, *plain.p_value);
  EXPECT_FALSE(noisy.gaussian_interval.has_value());
}

TEST(GaussianMeasure, SettledPredictionsAreInfinite) {
  MeasuredRows rows(draw_numbers(6), {}, kNumberFolds);
  const MeasuredSet all = measured(rows.material({}, {1}), {{{5}}});
  EXPECT_TRUE(all.infinite);
  EXPECT_FALSE(all.interval.has_value());
  EXPECT_EQ(*all.p_value, 0);
}

TEST(GaussianMeasure, TellsSetsApartByTheirFolds) {
  MeasuredRows rows(draw_numbers(7), {}, kNumberFolds);
  Material material = rows.material({}, {3});
  GaussianMeasure measure(material);
  std::vector<SetToMeasure> sets(4);
  const int columns[] = {1, 2, 5, 1};
  for (std::size_t i = 0; i < sets.size(); ++i) {
    sets[i].facts = {{{columns[i]}}};
    sets[i].by_folds = i < 3;
  }
  const auto found = measure.measure(sets, {}).value();
  EXPECT_EQ(measure.indistinguishable(found[0], found[1]), std::optional(false));
  EXPECT_EQ(measure.indistinguishable(found[0], found[2]), std::optional(true));  // the copy
  EXPECT_FALSE(measure.indistinguishable(found[0], found[3]).has_value());
}

TEST(GaussianMeasure, AProblemAtHandGivesTheSameDigits) {
  MeasuredRows rows(draw_numbers(8), {}, kNumberFolds);
  const Material material = rows.material({0}, {3, 4});
  const std::vector<FactColumns> all = {{{1}}, {{2}}, {{5}}};
  const PersonProblem whole = make_problem(material.situation, all, *material.total);
  SetToMeasure set;
  set.facts = {all[1], all[2]};
  set.in_full = true;
  const std::vector<SetToMeasure> without = {set};
  set.problem = std::make_shared<const PersonProblem>(narrowed(whole, {1, 2}));
  const std::vector<SetToMeasure> with = {set};
  const MeasuredSet a = GaussianMeasure(material).measure(without, {}).value().front();
  const MeasuredSet b = GaussianMeasure(material).measure(with, {}).value().front();
  EXPECT_NEAR(a.nats, b.nats, 1e-14);
  EXPECT_NEAR(a.corrected_nats, b.corrected_nats, 1e-14);
}

}  // namespace
}  // namespace explainee::information
