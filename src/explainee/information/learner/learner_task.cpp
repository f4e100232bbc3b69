#include "explainee/information/learner/learner_task.h"

#include <algorithm>
#include <cmath>

namespace explainee::information {
namespace {

/// The least curvature of a row whose class is as good as certain.
constexpr double kLeastCurvature = 1e-6;

double log_of_sum(const double* scores, int count) {
  const double most = *std::max_element(scores, scores + count);
  double sum = 0;
  for (int k = 0; k < count; ++k) sum += std::exp(scores[k] - most);
  return most + std::log(sum);
}

double logistic_of(double score) { return 1 / (1 + std::exp(-score)); }

}  // namespace

double row_loss(const LearnerTarget& target, int row, const double* scores) {
  const double value = target.values[static_cast<std::size_t>(row)];
  if (target.classes == 0) return (value - *scores) * (value - *scores);
  if (target.classes > 2) return log_of_sum(scores, target.classes) - scores[static_cast<std::size_t>(value)];
  const double away = value == 0 ? *scores : -*scores;
  return away > 0 ? away + std::log1p(std::exp(-away)) : std::log1p(std::exp(away));
}

int predictions_of(const LearnerTarget& target) { return std::max(1, target.classes); }

void write_predictions(const LearnerTarget& target, const double* scores, double* predictions) {
  if (target.classes == 0) {
    *predictions = *scores;
  } else if (target.classes <= 2) {
    predictions[0] = logistic_of(-*scores);
    if (target.classes == 2) predictions[1] = logistic_of(*scores);
  } else {
    const double total = log_of_sum(scores, target.classes);
    for (int k = 0; k < target.classes; ++k) predictions[k] = std::exp(scores[k] - total);
  }
}

double pull_rows(const LearnerTarget& target, std::span<const int> rows, std::span<const double> scores, int k,
                 std::span<Pull> pulls) {
  const int stride = target.scores();
  double curvature = 0;
  double total = 0;
  for (const int row : rows) {
    const double weight = target.weight(row);
    const double* own = scores.data() + static_cast<std::size_t>(row) * stride;
    const double value = target.values[static_cast<std::size_t>(row)];
    Pull& pull = pulls[static_cast<std::size_t>(row)];
    if (target.classes == 0) {
      pull = {weight * (value - *own), weight};
    } else if (target.classes <= 2) {
      const double chance = logistic_of(*own);
      pull = {weight * (value - chance), weight * std::max(chance * (1 - chance), kLeastCurvature)};
    } else {
      const double chance = std::exp(own[k] - log_of_sum(own, stride));
      // Scores of K classes may all move by one constant: K/(K−1) of the curvature of one alone (Friedman 2001).
      const double bend = chance * (1 - chance) * stride / (stride - 1);
      pull = {weight * ((static_cast<int>(value) == k ? 1 : 0) - chance), weight * std::max(bend, kLeastCurvature)};
    }
    curvature += pull.curvature;
    total += weight;
  }
  return total > 0 ? curvature / total : 1;
}

}  // namespace explainee::information
