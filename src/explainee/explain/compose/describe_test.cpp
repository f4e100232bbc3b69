#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::describe_test {
namespace {

using Names = std::vector<std::string>;
using testing::beside;
using testing::LeastSquares;
using testing::SmallTable;

/// Composed, with these candidates chosen (by name), and described.
Composition described(const Input& input, const request::Request& request, const Names& chosen) {
  auto composed = compose(input, request, {});
  EXPECT_TRUE(composed.ok()) << (composed.ok() ? "" : base::text(composed.error(), base::command_line()));
  Composition c = std::move(composed).value();
  for (const std::string& name : chosen) {
    for (std::size_t i = 0; i < c.setting.candidates.size(); ++i) {
      if (c.setting.candidates[i].description.name == name) c.solution.best.set.push_back(static_cast<int>(i));
    }
  }
  EXPECT_EQ(c.solution.best.set.size(), chosen.size());
  describe_facts(c);
  return c;
}

Names fact_names(const Explanation& answer) {
  Names names;
  for (const Fact& fact : answer.facts) names.push_back(fact.name);
  return names;
}

const Fact& fact_of(const Explanation& answer, const std::string& name) {
  return *std::find_if(answer.facts.begin(), answer.facts.end(), [&](const Fact& fact) { return fact.name == name; });
}

std::vector<double> product_of(const std::vector<double>& one, const std::vector<double>& other) {
  std::vector<double> product;
  for (std::size_t i = 0; i < one.size(); ++i) product.push_back(one[i] * other[i]);
  return product;
}

TEST(Describe, CoefficientsAreLeastSquaresInTheTablesOwnUnits) {
  SmallTable rows;
  std::vector<double> far = rows.c;
  for (double& value : far) value += 50;
  rows.table.add("far", far);
  request::Request request = testing::about_p(1);
  request.who.knows = {"a", "far"};
  const Explanation answer = described(rows.input(), request, {"b"}).answer;
  const Eigen::MatrixXd columns =
      beside({rows.a, far, product_of(rows.a, rows.a), product_of(rows.a, far), product_of(far, far), rows.b});
  const LeastSquares fit = testing::least_squares(columns, beside({rows.p}));
  EXPECT_NEAR(answer.intercept.at(0), fit.coefficients(0, 0), 1e-6);
  const Names names = {"a", "far", "a*a", "a*far", "far*far"};
  ASSERT_EQ(answer.summary_coefficients.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(answer.summary_coefficients[i].name, names[i]);
    EXPECT_NEAR(answer.summary_coefficients[i].coefficient.at(0), fit.coefficients(static_cast<Eigen::Index>(i) + 1, 0),
                1e-6)
        << names[i];
  }
  EXPECT_NEAR(answer.facts.at(0).coefficient.at(0), fit.coefficients(6, 0), 1e-9);
}

TEST(Describe, ACategoryIsComparedWithItsFirstLevel) {
  const SmallTable rows;
  const Explanation answer = described(rows.input(), testing::about_p(2), {"a", "town"}).answer;
  const LeastSquares fit = testing::least_squares(
      beside({rows.a, testing::where(rows.town, "Rome"), testing::where(rows.town, "Turku")}), beside({rows.p}));
  const Fact& town = fact_of(answer, "town");
  EXPECT_TRUE(town.coefficient.empty());
  ASSERT_EQ(town.columns.size(), 3U);
  EXPECT_EQ(town.columns[0].level, "Oslo");
  EXPECT_EQ(town.columns[0].coefficient.at(0), 0);
  EXPECT_EQ(town.columns[1].name, "town=Rome");
  EXPECT_NEAR(town.columns[1].coefficient.at(0), fit.coefficients(2, 0), 1e-9);
  EXPECT_NEAR(town.columns[2].coefficient.at(0), fit.coefficients(3, 0), 1e-9);
  EXPECT_NEAR(answer.intercept.at(0), fit.coefficients(0, 0), 1e-9);
}

TEST(Describe, TheFactThatMovesMostStandsFirst) {
  const SmallTable rows;
  const Explanation answer = described(rows.input(), testing::about_p(3), {"c", "b", "a"}).answer;
  EXPECT_EQ(fact_names(answer), (Names{"a", "b", "c"}));
  const LeastSquares fit = testing::least_squares(beside({rows.a, rows.b, rows.c}), beside({rows.p}));
  const Eigen::VectorXd a = testing::least_squares({}, beside({rows.a})).residuals.col(0);
  EXPECT_NEAR(answer.facts[0].weight, std::abs(fit.coefficients(1, 0)) * a.norm() / std::sqrt(a.size()), 1e-9);
  EXPECT_EQ(answer.facts[0].family, "features");
  EXPECT_EQ(answer.facts[0].sources, (Names{"a"}));
  EXPECT_EQ(answer.facts[0].index, 0);
  EXPECT_EQ(answer.facts[0].cost, std::nullopt);
}

TEST(Describe, TheTypicalErrorIsThatOfTheResiduals) {
  const SmallTable rows;
  request::Request request = testing::about_p(1);
  request.who.knows = {"b"};
  request.who.linear = true;
  request.how.resolution = 0.6;
  const Uncertainty found = described(rows.input(), request, {"a"}).answer.uncertainty;
  const auto deviation = [&](const Eigen::MatrixXd& known) {
    const Eigen::MatrixXd left = testing::least_squares(known, beside({rows.p})).residuals;
    return std::sqrt(left.squaredNorm() / static_cast<double>(left.rows()) + 0.03);  // 0.6²/12
  };
  const double before = deviation(beside({rows.b}));
  const double after = deviation(beside({rows.b, rows.a}));
  EXPECT_NEAR(found.before.at(0), before, 1e-9);
  EXPECT_NEAR(found.after.at(0), after, 1e-9);
  EXPECT_NEAR(found.removed.at(0), 1 - after / before, 1e-9);
  EXPECT_NEAR(found.variance_removed.at(0), 1 - after * after / before / before, 1e-9);
  EXPECT_EQ(found.floor, std::nullopt);
}

TEST(Describe, WhatIsSettledIsShownWithoutRoundingLeft) {
  SmallTable rows;
  std::vector<double> sum;
  for (std::size_t i = 0; i < rows.a.size(); ++i) sum.push_back(rows.a[i] + 3 * rows.b[i]);
  rows.table.add("sum", sum);
  request::Request request = testing::about_p(2);
  request.what.prediction = {"sum"};
  Composition c = described(rows.input(), request, {"a", "b"});
  c.solution.best.value.determined = 1;
  c.answer.uncertainty = {};
  describe_facts(c);
  EXPECT_EQ(c.answer.uncertainty.after.at(0), 0);
  EXPECT_EQ(c.answer.uncertainty.removed.at(0), 1);
}

TEST(Describe, DrawsHaveAFloorBelowWhichNoFactLeads) {
  SmallTable rows;
  std::vector<double> other;
  double within = 0;
  for (std::size_t i = 0; i < rows.p.size(); ++i) {
    other.push_back(rows.p[i] + 0.4 + 0.2 * rows.c[i]);
    const double middle = (rows.p[i] + other[i]) / 2;
    within += (std::pow(rows.p[i] - middle, 2) + std::pow(other[i] - middle, 2)) / static_cast<double>(rows.p.size());
  }
  rows.table.add("q", other);
  request::Request request = testing::about_p(1);
  request.what.prediction = {"p", "q"};
  request.what.draws = true;
  const Uncertainty found = described(rows.input(), request, {"a"}).answer.uncertainty;
  EXPECT_NEAR(found.floor.value(), std::sqrt(within), 1e-9);  // of two draws, divided by 2 − 1
  EXPECT_GT(found.after.at(0), *found.floor);
}

TEST(Describe, AFactWhoseSignTurnsAmongTheOthersIsMarked) {
  SmallTable rows;
  std::vector<double> prediction;  // goes along with b, since b goes along with a
  for (std::size_t i = 0; i < rows.a.size(); ++i) prediction.push_back(4 * rows.a[i] - 0.5 * rows.b[i]);
  rows.table.add("q", prediction);
  request::Request request = testing::about_p(2);
  request.what.prediction = {"q"};
  request.facts.inputs = {"a", "town"};
  const Explanation answer = described(rows.input(), request, {"a", "b"}).answer;
  EXPECT_TRUE(fact_of(answer, "a").marks.empty());
  EXPECT_EQ(fact_of(answer, "b").marks, (Names{"with_others", "not_an_input"}));
  EXPECT_EQ(fact_of(answer, "a").used_by_model, UsedByModel::kYes);
  EXPECT_EQ(fact_of(answer, "b").used_by_model, UsedByModel::kNo);
  request.facts.inputs.clear();
  EXPECT_EQ(fact_of(described(rows.input(), request, {"a", "b"}).answer, "b").used_by_model, UsedByModel::kUnknown);
}

TEST(Describe, WithABudgetEachFactHasItsCost) {
  const SmallTable rows;
  request::Request request = testing::about_p(2);
  request.facts.budget = 5;
  request.facts.cost = {{{"a"}, 2.5}};
  const Explanation answer = described(rows.input(), request, {"a", "b"}).answer;
  EXPECT_EQ(fact_of(answer, "a").cost, 2.5);
  EXPECT_EQ(fact_of(answer, "b").cost, 1);
  EXPECT_EQ(answer.cost(), 3.5);
}

}  // namespace
}  // namespace explainee::explain::describe_test
