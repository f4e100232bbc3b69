// A small version of bench/people.py: simulated people with fixed seeds.
#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"
#include "testing/simulated_people.h"

namespace explainee::tests {
namespace {

/// 300 rows of ten columns with two common factors; the prediction is linear in six of them.
PeopleTable small_table() {
  base::Random random(5);
  Eigen::MatrixXd rows(300, 11);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double first = random.normal();
    const double second = random.normal();
    rows(i, 10) = 0;
    for (int j = 0; j < 10; ++j) {
      rows(i, j) = random.normal() + 0.7 * (j % 2 == 0 ? first : second);
      if (j < 6) rows(i, 10) += (6 - j) * rows(i, j);
    }
  }
  return table_of(rows);
}

struct Means {
  int people = 0;
  double impersonal = 0;
  double active = 0;
  double random = 0;
  double said = 0;   ///< probability_best
  double right = 0;  ///< how often within 1 % of the best
};

Means ask(const PeopleSettings& settings, int drawn) {
  const PeopleTable table = small_table();
  const search::Set impersonal = impersonal_set(table, settings.sparsity);
  Means means;
  for (int k = 0; k < drawn; ++k) {
    const Outcome outcome = simulate(table, settings, impersonal, static_cast<std::uint64_t>(k));
    if (!outcome.matters) continue;
    ++means.people;
    means.impersonal += outcome.impersonal;
    means.active += outcome.active.loss.back();
    if (settings.random > 0) means.random += outcome.random.loss.back();
    for (std::size_t t = 0; t < outcome.active.loss.size(); ++t) {
      means.said += outcome.active.probability[t] / static_cast<double>(outcome.active.loss.size());
      means.right +=
          (outcome.active.loss[t] <= base::kRight ? 1.0 : 0.0) / static_cast<double>(outcome.active.loss.size());
    }
  }
  for (double* value : {&means.impersonal, &means.active, &means.random, &means.said, &means.right}) {
    *value /= means.people;
  }
  return means;
}

TEST(People, WhomItMattersForLoseLittleAfterSixQuestions) {
  PeopleSettings settings;
  settings.draws = 400;
  const Means means = ask(settings, 80);
  EXPECT_GT(means.people, 20);
  EXPECT_GT(means.impersonal, 0.1);
  EXPECT_LT(means.active, 0.03);
  EXPECT_LE(means.active, std::max(means.random, 0.01));
}

TEST(People, ProbabilityBestIsHowOftenItIsRight) {
  PeopleSettings settings;
  settings.people = "prior";
  settings.draws = 400;
  settings.random = 0;
  settings.matters = -1;
  const Means means = ask(settings, 120);
  EXPECT_EQ(means.people, 120);
  EXPECT_NEAR(means.said, means.right, 0.05);
}

TEST(People, OthersAreNotServedWorseThanByTheImpersonalExplanation) {
  for (const char* people : {"everything", "two", "curved", "words"}) {
    PeopleSettings settings;
    settings.people = people;
    settings.draws = 400;
    settings.random = 0;
    settings.matters = -1;
    const Means means = ask(settings, 25);
    EXPECT_LT(means.active, means.impersonal + 0.02) << people;
  }
}

}  // namespace
}  // namespace explainee::tests
