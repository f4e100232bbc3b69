#include "explainee/information/fine/fine_fit.h"

#include <gtest/gtest.h>

#include "explainee/base/tolerances.h"
#include "explainee/information/fine/doubt.h"
#include "explainee/information/fine/fine_conditioning.h"
#include "explainee/information/testing/measured_rows.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::information::fine_fit_test {
namespace {

using Long = long double;
using LongMatrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic>;

constexpr Eigen::Index kRows = 300;
enum Column : std::uint8_t { kU, kX, kNear, kBesideU, kY, kZ, kColumns };

/// kNear is kX but for epsilon, kBesideU is kU but for epsilon; kY and kZ hang on these differences.
Eigen::MatrixXd draw(std::uint64_t seed, double epsilon) {
  base::Random random(seed);
  Eigen::MatrixXd values(kRows, static_cast<Eigen::Index>(kColumns));
  for (Eigen::Index i = 0; i < kRows; ++i) {
    const double u = 1 + random.normal();
    const double x = 0.5 * u + random.normal();
    const double far = random.normal();
    const double other = random.normal();
    values.row(i) << u, x, x + epsilon * far, u + epsilon * other, u + far + other + 0.5 * random.normal(),
        far - x + random.normal();
  }
  return values;
}

/// Least squares on a constant and some columns in long double: what is left of the others (Gram-Schmidt, twice).
LongMatrix left_over(const Eigen::MatrixXd& values, const Eigen::VectorXd& weights, const std::vector<int>& on,
                     const std::vector<int>& of) {
  const auto column = [&](int j) -> LongMatrix {
    return values.col(j).cast<Long>().array() * weights.cast<Long>().array().sqrt();
  };
  std::vector<LongMatrix> basis;
  const auto rest = [&](LongMatrix part) {
    for (int again = 0; again < 2; ++again) {
      for (const LongMatrix& own : basis) part -= own * (own.transpose() * part)(0, 0);
    }
    return part;
  };
  basis.push_back(weights.cast<Long>().array().sqrt());
  basis[0] /= basis[0].norm();
  for (const int j : on) {
    const LongMatrix part = rest(column(j));
    basis.push_back(part / part.norm());
  }
  LongMatrix left(values.rows(), static_cast<Eigen::Index>(of.size()));
  for (std::size_t j = 0; j < of.size(); ++j) left.col(static_cast<Eigen::Index>(j)) = rest(column(of[j]));
  return left.transpose() * left / weights.cast<Long>().sum();
}

double log_determinant_of(const LongMatrix& matrix) {
  return static_cast<double>(std::log(matrix.rows() == 1 ? matrix(0, 0) : matrix.determinant()));
}

struct Measured {
  FineFit fine;
  search::Value plain;  ///< from moments
  double doubt = 0;
  double truth = 0;
};

Measured measure(MeasuredRows& rows, const std::vector<int>& known, const std::vector<int>& facts,
                 const std::vector<int>& predictions) {
  const Material material = rows.material(known, predictions);
  std::vector<FactColumns> set;
  for (const int fact : facts) set.push_back({{fact}});
  const PersonProblem problem = make_problem(material.situation, set, *material.total);
  FineMoments moments;
  EXPECT_TRUE(moments.read(rows, columns_in_use(material.situation, set), {}).ok());
  Measured result;
  result.fine = fine_fit(material.situation, set, problem, *material.total, moments);
  search::Set all(set.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  result.plain = search::evaluate(problem.problem, all);
  result.doubt =
      Doubt(material.situation, problem.conditioning, *material.total, false).nats(set, problem.extra_variance);
  std::vector<int> both = known;
  both.insert(both.end(), facts.begin(), facts.end());
  result.truth = 0.5 * (log_determinant_of(left_over(rows.values(), rows.weights(), known, predictions)) -
                        log_determinant_of(left_over(rows.values(), rows.weights(), both, predictions)));
  return result;
}

Eigen::VectorXd some_weights() { return Eigen::VectorXd::LinSpaced(kRows, 0.3, 2.7); }

TEST(FineFit, HasTheDigitsThatMomentsLack) {
  double most_lost = 0;
  for (const double epsilon : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      MeasuredRows rows(draw(seed, epsilon), seed % 2 == 0 ? Eigen::VectorXd() : some_weights(), 1);
      for (const auto& predictions : {std::vector<int>{kY}, std::vector<int>{kY, kZ}}) {
        const Measured set = measure(rows, {kU}, {kX, kNear, kBesideU}, predictions);
        EXPECT_EQ(set.fine.value.rank, 3);
        EXPECT_EQ(set.fine.value.determined, 0);
        EXPECT_NEAR(set.fine.value.nats, set.truth, 1e-11 + set.fine.doubt_nats) << epsilon;
        EXPECT_LT(set.fine.doubt_nats, base::kUncertainNats);
        EXPECT_LE(std::abs(set.plain.nats - set.truth), set.doubt) << "rounding moved it by more than was feared";
        most_lost = std::max(most_lost, std::abs(set.plain.nats - set.truth));
      }
    }
  }
  EXPECT_GT(most_lost, 1e-7) << "moments would have done";
}

TEST(FineFit, SaysTheWholeRegression) {
  MeasuredRows rows(draw(3, 1e-4), some_weights(), 1);
  const FineFit fit = measure(rows, {kU}, {kX, kNear}, {kY, kZ}).fine;
  const LongMatrix before = left_over(rows.values(), rows.weights(), {kU}, {kY, kZ});
  const LongMatrix after = left_over(rows.values(), rows.weights(), {kU, kX, kNear}, {kY, kZ});
  EXPECT_TRUE(fit.before.isApprox(before.cast<double>(), 1e-12));
  EXPECT_TRUE(fit.after.isApprox(after.cast<double>(), 1e-12));
  // What is left goes along with none of the columns: the weights are those of least squares.
  for (int k = 0; k < 2; ++k) {
    LongMatrix left = rows.values().col(k == 0 ? kY : kZ).cast<Long>();
    left -= rows.values().col(kU).cast<Long>() * static_cast<Long>(fit.alpha(0, k));
    left -= rows.values().col(kX).cast<Long>() * static_cast<Long>(fit.beta(0, k));
    left -= rows.values().col(kNear).cast<Long>() * static_cast<Long>(fit.beta(1, k));
    const auto weights = rows.weights().cast<Long>();
    left.array() -= left.col(0).dot(weights) / weights.sum();
    const Long variance = left.col(0).cwiseAbs2().dot(weights) / weights.sum();
    EXPECT_NEAR(static_cast<double>(variance / after(k, k)), 1, 1e-11);
  }
  EXPECT_NEAR(fit.expected(0, 0), measure(rows, {}, {kU}, {kY}).fine.beta(0, 0), 1e-12);
  EXPECT_NEAR(fit.column_expected(0, 1), measure(rows, {}, {kU}, {kNear}).fine.beta(0, 0), 1e-12);
}

TEST(FineFit, WhatIsSettledIsLeftOut) {
  Eigen::MatrixXd values = draw(4, 1e-3);
  values.col(kZ) = 2 * values.col(kX) - values.col(kU);  // settled by u and x
  MeasuredRows rows(values, {}, 1);
  const Measured set = measure(rows, {kU}, {kX, kNear}, {kY, kZ});
  EXPECT_EQ(set.fine.value.determined, 1);
  EXPECT_EQ(set.plain.determined, 1);
  EXPECT_NEAR(set.fine.value.nats, set.plain.nats, 1e-7);
  // The chain rule: I(e; ŷ | u) = ∞ + I(e; y | u, z).
  EXPECT_NEAR(set.fine.value.nats, measure(rows, {kU, kZ}, {kX, kNear}, {kY}).fine.value.nats, 1e-11);
}

TEST(FineFit, AFactThatFollowsHasNoWeight) {
  Eigen::MatrixXd values = draw(5, 1e-7);  // near is x but for 1e-14 of its variance
  MeasuredRows rows(values, {}, 1);
  const FineFit fit = measure(rows, {kU}, {kX, kNear}, {kZ}).fine;
  EXPECT_EQ(fit.value.rank, 1);
  EXPECT_EQ(std::min(std::abs(fit.beta(0, 0)), std::abs(fit.beta(1, 0))), 0.0);
  EXPECT_NEAR(fit.value.nats, measure(rows, {kU}, {kX}, {kZ}).truth, 1e-6);
}

TEST(FineConditioning, TakesOutWhatIsNearlyDependent) {
  MeasuredRows rows(draw(6, 1e-5), some_weights(), 1);
  const std::vector<int> known = {kU, kBesideU, kX};
  const Material material = rows.material(known, {kY});
  EXPECT_TRUE(is_unsteady(material.situation, *material.total));
  EXPECT_FALSE(is_unsteady(rows.material({kU, kX}, {kY}).situation, *material.total));
  const person::Conditioning u = fine_conditioning(material.situation, *material.total, rows, {}).value();
  ASSERT_EQ(u.rank(), 3);
  const std::vector<FactColumns> facts = {{{kNear}}};
  const PersonProblem problem = *make_problem(material.situation, facts, *material.total, {}, &u);
  const LongMatrix truth = left_over(rows.values(), rows.weights(), known, {kNear, kY});
  EXPECT_NEAR(problem.problem.target(0, 0) / static_cast<double>(truth(1, 1)), 1, 1e-13);
  const PersonProblem plain = make_problem(material.situation, facts, *material.total);
  EXPECT_GT(std::abs(plain.problem.target(0, 0) / static_cast<double>(truth(1, 1)) - 1), 1e-8);
  EXPECT_LT(rows.passes, 2);
}

TEST(Doubt, IsSmallWhereColumnsAreApartAndInfiniteWhereNothingCanBeTold) {
  MeasuredRows apart(draw(7, 1.0), {}, 1);
  EXPECT_LT(measure(apart, {kU}, {kX, kNear, kBesideU}, {kY}).doubt, base::kSureNats);
  Eigen::MatrixXd values = draw(8, 1e-5);
  values.col(kZ) = (values.col(kNear) - values.col(kX)) * 1e5;  // its share is below what rounding leaves
  MeasuredRows rows(values, {}, 1);
  EXPECT_EQ(measure(rows, {kU}, {kX, kNear}, {kZ}).doubt, std::numeric_limits<double>::infinity());
  EXPECT_EQ(measure(rows, {kU}, {kX, kNear}, {kZ}).fine.value.determined, 1);
}

TEST(FineMoments, ReadEachColumnOnce) {
  MeasuredRows rows(draw(9, 1e-2), some_weights(), 1);
  FineMoments moments;
  ASSERT_TRUE(moments.read(rows, {kX, kY}, {}).ok());
  ASSERT_TRUE(moments.read(rows, {kY}, {}).ok());
  EXPECT_EQ(rows.passes, 1);
  EXPECT_FALSE(moments.has({kX, kZ}));
  ASSERT_TRUE(moments.read(rows, {kZ}, {}).ok());
  EXPECT_EQ(rows.passes, 2);
  const LongMatrix truth = left_over(rows.values(), rows.weights(), {}, {kX, kY, kZ});
  const std::vector<int> columns = {kX, kY, kZ};
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b)
      EXPECT_NEAR(moments.at(columns[a], columns[b]).value(), static_cast<double>(truth(a, b)), 1e-15);
  }
}

}  // namespace
}  // namespace explainee::information::fine_fit_test
