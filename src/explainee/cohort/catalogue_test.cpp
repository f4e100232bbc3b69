#include "explainee/cohort/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"

namespace explainee::cohort {
namespace {

Eigen::MatrixXd random_values(int people, int explanations, std::uint64_t seed) {
  base::Random random(seed);
  return Eigen::MatrixXd::NullaryExpr(people, explanations, [&] { return std::abs(random.normal()); });
}

double value_of(const Eigen::MatrixXd& values, const std::vector<int>& chosen) {
  double sum = 0;
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    double most = 0;
    for (const int k : chosen) most = std::max(most, values(i, k));
    sum += most;
  }
  return sum;
}

/// The most that any choice of k columns is worth, by counting through all bit patterns.
double best_value(const Eigen::MatrixXd& values, int k) {
  double best = 0;
  for (unsigned bits = 0; bits < (1U << values.cols()); ++bits) {
    std::vector<int> chosen;
    for (int c = 0; c < values.cols(); ++c) {
      if ((bits >> static_cast<unsigned>(c)) & 1U) chosen.push_back(c);
    }
    if (static_cast<int>(chosen.size()) == k) best = std::max(best, value_of(values, chosen));
  }
  return best;
}

TEST(Catalogue, IsTheBestOfAllChoicesWhereTheyAreFew) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Eigen::MatrixXd values = random_values(12, 8, seed);
    const auto choices = choose_catalogues(values, 4, {});
    ASSERT_TRUE(choices.ok());
    ASSERT_EQ(choices.value().size(), 4U);
    for (int k = 1; k <= 4; ++k) {
      const CatalogueChoice& choice = choices.value()[static_cast<std::size_t>(k) - 1];
      EXPECT_TRUE(choice.exact);
      EXPECT_NEAR(choice.value, best_value(values, k), 1e-12);
      EXPECT_NEAR(choice.value, value_of(values, choice.chosen), 1e-12);
    }
  }
}

TEST(Catalogue, IsWorthMoreWithEveryExplanationWhereTheyAreMany) {
  const Eigen::MatrixXd values = random_values(300, 200, 7);
  const auto choices = choose_catalogues(values, 12, {});
  ASSERT_TRUE(choices.ok());
  double before = 0;
  for (const CatalogueChoice& choice : choices.value()) {
    EXPECT_GE(choice.value, before);
    EXPECT_NEAR(choice.value, value_of(values, choice.chosen), 1e-9);
    before = choice.value;
  }
  EXPECT_TRUE(choices.value().front().exact);
  EXPECT_FALSE(choices.value().back().exact);
  EXPECT_GE(before, (1 - std::exp(-1.0)) * values.rowwise().maxCoeff().sum());
}

TEST(Catalogue, EndsWhereEverybodyHasWhatTellsHerMost) {
  Eigen::MatrixXd values = random_values(5, 4, 1);
  values.col(1).head(3).setConstant(9);
  values.col(3).tail(2).setConstant(9);
  const auto choices = choose_catalogues(values, 10, {});
  ASSERT_TRUE(choices.ok());
  ASSERT_EQ(choices.value().size(), 2U);
  EXPECT_EQ(choices.value().back().chosen, (std::vector<int>{1, 3}));
  EXPECT_TRUE(choices.value().back().exact);
}

}  // namespace
}  // namespace explainee::cohort
