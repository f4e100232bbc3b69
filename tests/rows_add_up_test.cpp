// tests/rows_add_up_test.cpp: rows explained one by one add up to the whole (mathematics §3).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/request/testing/plain_request.h"
#include "testing/people.h"

namespace explainee {
namespace {

/// A table, who asks, and the weights of its rows (empty: all 1).
struct Scene {
  data::MemoryTable table;
  request::Request request = request::testing::plain_request();
  Numbers weights;
  std::size_t rows = 0;
};

std::vector<std::string> cities(std::size_t rows) {
  const Numbers b = normals(static_cast<int>(rows), 2);
  const Numbers noise = normals(static_cast<int>(rows), 3);
  std::vector<std::string> city(rows);
  for (std::size_t i = 0; i < rows; ++i) city[i] = noise[i] > 0.5 ? "Oslo" : b[i] > 0 ? "Bergen" : "Vardo";
  return city;
}

/// Numbers, a category and two predictions that go along with them.
Scene make_scene(std::size_t rows, bool weighted, bool several) {
  const int count = static_cast<int>(rows);
  const Numbers a = normals(count, 1);
  const Numbers b = normals(count, 2);
  const Numbers noise = normals(count, 3);
  const std::vector<std::string> city = cities(rows);
  const auto near = [&](const std::string& name, std::size_t i) { return city[i] == name ? 1.0 : 0.0; };
  Scene scene;
  scene.rows = rows;
  scene.table =
      make_table({{"a", each(rows, [&](std::size_t i) { return 1e5 + a[i]; })},
                  {"b", b},
                  {"c", each(rows, [&](std::size_t i) { return a[i] * b[i] + noise[i]; })},
                  {"u", each(rows, [&](std::size_t i) { return a[i] - b[i] + 0.3 * noise[i]; })},
                  {"p", each(rows, [&](std::size_t i) { return 40 + 3 * a[i] + near("Oslo", i) + 0.5 * noise[i]; })},
                  {"p2", each(rows, [&](std::size_t i) { return a[i] * a[i] - b[i] + near("Vardo", i); })}});
  scene.table.add("city", city);
  scene.request = about_p(2);
  if (several) {
    scene.request.what.prediction = {"p", "p2"};
  } else {
    scene.request.facts.exclude = {"p2"};
  }
  if (weighted) {
    scene.weights = each(rows, [](std::size_t i) { return static_cast<double>(i % 4); });
    scene.table.add("w", scene.weights);
    scene.request.how.weight = "w";
  }
  return scene;
}

/// prediction = expected + Σ contributions + remainder, for every prediction.
void expect_adds_up(const explain::RowExplanation& row) {
  for (std::size_t k = 0; k < row.prediction.size(); ++k) {
    double sum = row.expected[k] + row.remainder[k];
    double size = std::abs(row.expected[k]) + std::abs(row.remainder[k]);
    for (const explain::Contribution& part : row.contributions) {
      sum += part.contribution[k];
      size += std::abs(part.contribution[k]);
    }
    EXPECT_NEAR(row.prediction[k], sum, 1e-9 * size) << "row " << row.index << ", prediction " << k;
  }
}

/// Asks about every row; the weighted mean of the surprise removed is the information.
void expect_rows_add_up(Scene scene) {
  double sum = 0;
  double weight_sum = 0;
  double nats = 0;
  for (std::size_t i = 0; i < scene.rows; ++i) {
    scene.request.rows.row = static_cast<std::int64_t>(i);
    const explain::Explanation answer = explained(scene.table, scene.request);
    ASSERT_TRUE(answer.row.has_value());
    EXPECT_EQ(answer.row->contributions.size(), answer.facts.size());
    expect_adds_up(*answer.row);
    ASSERT_TRUE(answer.row->surprise_removed_nats.has_value());
    const double weight = scene.weights.empty() ? 1 : scene.weights[i];
    sum += weight * *answer.row->surprise_removed_nats;
    weight_sum += weight;
    nats = answer.information.nats;
  }
  EXPECT_GT(nats, 0);
  EXPECT_NEAR(sum / weight_sum, nats, 1e-9);
}

TEST(RowsAddUp, ForNobodyInParticular) { expect_rows_add_up(make_scene(80, false, false)); }

TEST(RowsAddUp, ForSomebodyWithASummary) {
  Scene scene = make_scene(80, false, false);
  scene.request.who.summary = {"u"};
  expect_rows_add_up(std::move(scene));
}

TEST(RowsAddUp, WithQuadraticKnowing) {
  Scene scene = make_scene(80, false, false);
  scene.request.who.knows = {"a"};
  expect_rows_add_up(std::move(scene));
}

TEST(RowsAddUp, WithWeights) {
  Scene scene = make_scene(80, true, false);
  scene.request.who.reasons_from = {{"b"}};
  expect_rows_add_up(std::move(scene));
}

TEST(RowsAddUp, WithACategoryAmongTheFacts) {
  Scene scene = make_scene(80, false, false);
  scene.request.facts.features = {"a", "city"};
  expect_rows_add_up(std::move(scene));
}

TEST(RowsAddUp, ForSeveralPredictions) {
  Scene scene = make_scene(80, false, true);
  scene.request.who.summary = {"u"};
  expect_rows_add_up(std::move(scene));
}

TEST(RowsAddUp, ForSeveralWeightedPredictionsAndExpressions) {
  Scene scene = make_scene(80, true, true);
  scene.request.who.sees = {{"a - b"}};
  expect_rows_add_up(std::move(scene));
}

TEST(RowsAddUp, ForDependentPredictions) {
  Scene scene = make_scene(80, false, true);
  scene.table.add(
      "p3", each(scene.rows, [&](std::size_t i) { return scene.table.numbers(4)[i] - scene.table.numbers(5)[i]; }));
  scene.request.what.prediction = {"p", "p2", "p3"};
  expect_rows_add_up(std::move(scene));
}

TEST(RowsAddUp, ContributionsAlsoWhereTheFactsSettleEverything) {
  Scene scene = make_scene(80, false, false);
  scene.table.add("q", each(scene.rows, [&](std::size_t i) { return 7 - 2 * scene.table.numbers(1)[i]; }));
  scene.request.what.prediction = {"q"};
  scene.request.facts.exclude = {"p", "p2"};
  scene.request.rows.row = 3;
  const explain::Explanation answer = explained(scene.table, scene.request);
  ASSERT_TRUE(answer.information.infinite);
  expect_adds_up(*answer.row);
  EXPECT_NEAR(answer.row->remainder[0], 0, 1e-9);
  EXPECT_FALSE(answer.row->surprise_removed_nats.has_value());
}

/// A column of u or a fact's column in row i: a number, a product "a*b" or a level "city=Oslo".
double value_of(const Scene& scene, const std::vector<std::string>& city, const std::string& name, std::size_t i) {
  if (const std::size_t incumbent_search = name.find('*'); incumbent_search != std::string::npos) {
    return value_of(scene, city, name.substr(0, incumbent_search), i) *
           value_of(scene, city, name.substr(incumbent_search + 1), i);
  }
  if (const std::size_t equals = name.find('='); equals != std::string::npos) {
    return city[i] == name.substr(equals + 1) ? 1 : 0;
  }
  const auto& columns = scene.table.columns();
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const auto& column) { return column.name == name; });
  return scene.table.numbers(static_cast<std::size_t>(found - columns.begin()))[i];
}

TEST(RowsAddUp, TheEquationGivesTheSameAsTheContributions) {
  Scene scene = make_scene(80, false, true);
  const std::vector<std::string> city = cities(scene.rows);
  scene.request.who.knows = {"a", "b"};
  scene.request.who.summary = {"u"};
  scene.request.facts.features = {"c", "city"};
  for (std::size_t i = 0; i < scene.rows; i += 7) {
    scene.request.rows.row = static_cast<std::int64_t>(i);
    const explain::Explanation answer = scored(scene.table, scene.request);
    ASSERT_TRUE(answer.quadratic_knowing);
    ASSERT_EQ(answer.facts.size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
      double sum = answer.intercept[k];
      double size = std::abs(sum);
      const auto add = [&](const std::string& name, double coefficient) {
        sum += coefficient * value_of(scene, city, name, i);
        size += std::abs(coefficient * value_of(scene, city, name, i));
      };
      for (const auto& part : answer.summary_coefficients) add(part.name, part.coefficient[k]);
      for (const explain::Fact& fact : answer.facts) {
        if (fact.columns.empty()) add(fact.name, fact.coefficient[k]);
        for (const explain::FactColumn& column : fact.columns) add(column.name, column.coefficient[k]);
      }
      EXPECT_NEAR(sum, answer.row->prediction[k] - answer.row->remainder[k], 1e-9 * size) << "row " << i;
    }
  }
}

}  // namespace
}  // namespace explainee
