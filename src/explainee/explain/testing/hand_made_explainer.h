// explainee/explain/testing/hand_made_explainer.h: for tests, an explainer of a few round numbers.
#pragma once

#include <cmath>

#include "explainee/explain/kept/explainer.h"

namespace explainee::explain::testing {

/// Nobody in particular is told of p: expected 104, 2·(a − 10.5) and, in Turku, −3·0.4, else 3·0.6. Typical error 5,
/// then 2. Columns a (8 … 12, shift 10), p (shift 100), city=Oslo, city=Turku.
[[nodiscard]] inline Explainer hand_made_explainer() {
  Explainer e;
  e.predictions = {"p"};
  e.numbers = {{"a", 10, 8, 12}, {"p", 100, 90, 110}};
  e.texts = {{"city", {"Oslo", "Turku"}}};
  e.user = Eigen::MatrixXd(4, 0);
  e.facts.resize(2);
  e.facts[0].name = "a";
  e.facts[0].sources = {"a"};
  e.facts[0].index = 0;
  e.facts[1].name = "city";
  e.facts[1].sources = {"city"};
  e.facts[1].block = true;
  e.facts[1].shown = family::Shown::kLevel;
  e.columns = {0, 3};
  e.fact_of = {0, 1};
  e.shown_with.resize(2);
  e.beta = Eigen::Vector2d(2, -3);
  e.column_expected = Eigen::MatrixXd::Zero(4, 2);
  e.model.mean = Eigen::Vector4d(0.5, 4, 0.4, 0.6);
  e.model.predictions = {1};
  e.model.expected = Eigen::VectorXd::Zero(4);
  e.model.facts = Eigen::Vector4d(2, 0, 0, -3);
  e.model.before_inverse = Eigen::MatrixXd::Constant(1, 1, 1.0 / 25);
  e.model.after_inverse = Eigen::MatrixXd::Constant(1, 1, 1.0 / 4);
  e.model.half_log_ratio = 0.5 * std::log(25.0 / 4);
  e.model.independent = {0};
  e.model.noise_variance = Eigen::VectorXd::Zero(1);
  e.then.rows = 100;
  return e;
}

}  // namespace explainee::explain::testing
