// explainee/information/testing/gaussian_rows.h: for tests, Gaussian rows with a known information and their plug-in
// value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::information {

/// A table to draw: she knows one number, `rank` facts go along with it, and with `strength` with each of `predictions`
/// numbers.
struct GaussianRows {
  int rows = 30;
  int rank = 1;
  int predictions = 1;
  double strength = 0;

  /// ν − r.
  [[nodiscard]] double degrees() const { return rows - 2; }
  /// I(e; ŷ|u) of the population; prediction k depends on fact k alone, a single prediction on all.
  [[nodiscard]] double nats() const {
    if (predictions == 1) return 0.5 * std::log1p(rank * strength * strength);
    return 0.5 * std::min(rank, predictions) * std::log1p(strength * strength);
  }
};

/// Log-determinant of the scatter of the last columns given the first `given` ones, by orthogonalising one column after
/// another.
inline double log_det_given(std::vector<std::vector<double>> columns, std::size_t given) {
  double log_det = 0;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    double square = 0;
    for (const double value : columns[j]) square += value * value;
    if (j >= given) log_det += std::log(square);
    for (std::size_t k = j + 1; k < columns.size(); ++k) {
      double product = 0;
      for (std::size_t i = 0; i < columns[j].size(); ++i) product += columns[j][i] * columns[k][i];
      for (std::size_t i = 0; i < columns[j].size(); ++i) columns[k][i] -= product / square * columns[j][i];
    }
  }
  return log_det;
}

/// Plug-in I(e; ŷ|u) of freshly drawn rows.
inline double draw_plug_in_nats(const GaussianRows& shape, base::Random& random) {
  std::vector<std::vector<double>> known{std::vector<double>(shape.rows, 1.0), {}};
  std::vector<std::vector<double>> facts(shape.rank);
  std::vector<std::vector<double>> predictions(shape.predictions);
  for (int i = 0; i < shape.rows; ++i) {
    const double u = random.normal();
    known[1].push_back(u);
    for (auto& fact : facts) fact.push_back(0.5 * u + random.normal());
    for (int k = 0; k < shape.predictions; ++k) {
      double value = u + random.normal();
      for (int j = 0; j < shape.rank; ++j) {
        if (shape.predictions == 1 || j == k) value += shape.strength * facts[j].back();
      }
      predictions[k].push_back(value);
    }
  }
  std::vector<std::vector<double>> before = known;
  before.insert(before.end(), predictions.begin(), predictions.end());
  std::vector<std::vector<double>> after = known;
  after.insert(after.end(), facts.begin(), facts.end());
  after.insert(after.end(), predictions.begin(), predictions.end());
  return 0.5 * (log_det_given(before, 2) - log_det_given(after, 2 + facts.size()));
}

}  // namespace explainee::information
