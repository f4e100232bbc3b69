#include "explainee/information/classes/logistic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

struct LogisticRows {
  Eigen::MatrixXd x;
  std::vector<int> y;
  Eigen::VectorXd w;
};

LogisticRows make_rows(int count, int columns, int classes, std::uint64_t seed) {
  base::Random random(seed);
  LogisticRows rows{Eigen::MatrixXd(count, columns), {}, Eigen::VectorXd(count)};
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < columns; ++j) rows.x(i, j) = random.uniform() - 0.5;
    rows.w[i] = 0.5 + random.uniform();
    const double score = rows.x(i, 0) + random.uniform();
    rows.y.push_back(std::min(classes - 1, static_cast<int>(std::floor((score + 0.5) / 2 * classes))));
  }
  return rows;
}

int fit(Logistic& model, const LogisticRows& rows) {
  int passes = 0;
  for (; !model.converged(); ++passes) {
    model.begin();
    model.add(rows.x, rows.y, rows.w);
    model.step();
  }
  return passes;
}

TEST(Logistic, LikelihoodIsStationary) {
  const LogisticRows rows = make_rows(400, 3, 3, 7);
  Logistic model(3, 3);
  EXPECT_LT(fit(model, rows), 20);
  const Eigen::MatrixXd p = model.log_chances(rows.x).array().exp();
  for (Eigen::Index k = 0; k < 3; ++k) {  // Σw (p_k − [y = k]) x = 0 for every class and column, the constant included
    Eigen::Vector4d gradient = Eigen::Vector4d::Zero();
    for (Eigen::Index i = 0; i < p.rows(); ++i) {
      const double gap = p(i, k) - (rows.y[static_cast<std::size_t>(i)] == k ? 1 : 0);
      gradient.head(3) += rows.w[i] * gap * rows.x.row(i).transpose();
      gradient[3] += rows.w[i] * gap;
    }
    EXPECT_LT(gradient.cwiseAbs().maxCoeff(), 1e-5);
  }
}

TEST(Logistic, AGoodStartSparesPassesAndABadOneDoesNoHarm) {
  const LogisticRows rows = make_rows(4000, 3, 3, 11);
  Logistic cold(3, 3);
  const int passes = fit(cold, rows);
  Logistic again(3, 3);
  again.start_from(cold);
  EXPECT_LE(fit(again, rows), 2);
  EXPECT_LT((again.log_chances(rows.x) - cold.log_chances(rows.x)).cwiseAbs().maxCoeff(), 1e-6);
  LogisticRows other = rows;  // the first class is where the third was
  for (int& y : other.y) y = 2 - y;
  other.x *= 0.02;
  Logistic wrong(3, 3);
  fit(wrong, other);
  Logistic misled(3, 3);
  misled.start_from(wrong);
  EXPECT_LE(fit(misled, rows), passes + 1);
  EXPECT_LT((misled.log_chances(rows.x) - cold.log_chances(rows.x)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Logistic, SeparatedClassesAreNoStart) {
  LogisticRows apart = make_rows(50, 1, 2, 5);
  for (std::size_t i = 0; i < apart.y.size(); ++i) apart.y[i] = apart.x(static_cast<Eigen::Index>(i), 0) > 0 ? 1 : 0;
  Logistic separated(1, 2);
  fit(separated, apart);
  const LogisticRows rows = make_rows(400, 1, 2, 6);
  Logistic cold(1, 2);
  const int passes = fit(cold, rows);
  Logistic model(1, 2);
  model.start_from(separated);
  EXPECT_EQ(fit(model, rows), passes);
}

TEST(Logistic, WithoutColumnsChancesAreShares) {
  const LogisticRows rows = make_rows(100, 1, 2, 3);
  Logistic model(0, 2);
  LogisticRows none = rows;
  none.x.resize(100, 0);
  fit(model, none);
  double ones = 0;
  for (std::size_t i = 0; i < rows.y.size(); ++i) ones += rows.y[i] == 1 ? rows.w[static_cast<Eigen::Index>(i)] : 0;
  EXPECT_NEAR(std::exp(model.log_chances(none.x)(0, 1)), ones / rows.w.sum(), 1e-9);
}

TEST(Logistic, SeparatedClassesEnd) {
  LogisticRows rows = make_rows(50, 2, 2, 5);
  for (std::size_t i = 0; i < rows.y.size(); ++i) rows.y[i] = rows.x(static_cast<Eigen::Index>(i), 0) > 0 ? 1 : 0;
  Logistic model(2, 2);
  EXPECT_LT(fit(model, rows), 100);
  const Eigen::MatrixXd logs = model.log_chances(rows.x);
  for (std::size_t i = 0; i < rows.y.size(); ++i) EXPECT_GT(logs(static_cast<Eigen::Index>(i), rows.y[i]), -1e-3);
}

}  // namespace
}  // namespace explainee::information
